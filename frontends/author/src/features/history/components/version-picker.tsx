import type { Revision } from '@inkbear/contracts/books/revision';
import { limits } from '@inkbear/contracts/plans';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { counted, wordsText } from '@inkbear/web-kit/words-text.ts';
import { memo, type FormEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { deletedText, revisionLabel } from '../sittings.ts';
import styles from './version-picker.module.css';

/** A list that can be read on. */
export interface MorePages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

interface Props {
  title: string;
  text: string;
  action: 'Delete' | 'Bring back';
  busy: string;
  isBusy: boolean;
  revisions: readonly Revision[];
  pages: MorePages;
  /** Asked once before `onSubmit`; without it nothing is asked. */
  confirmation?: string;
  onSubmit: (revs: readonly number[]) => void;
  onClose: () => void;
}

/** The server takes no more in one request. */
const most = limits.revisionsPerPage;

/** Versions with a checkbox each, and what is to be done with the chosen ones. */
export function VersionPicker({
  title,
  text,
  action,
  busy,
  isBusy,
  revisions,
  pages,
  confirmation,
  onSubmit,
  onClose,
}: Props) {
  const { picked, chosen, toggle, chooseAll, clear } = useChoice(revisions);
  const [isAsking, setAsking] = useState(false);
  const [submitButton, focusSubmit] = useLaterFocus(isAsking);
  const count = chosen.length === 0 ? 'versions' : counted(chosen.length, 'version');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length === 0 || isBusy) return;
    if (confirmation !== undefined && !isAsking) return setAsking(true);
    onSubmit(chosen);
  };
  const keep = () => {
    setAsking(false);
    focusSubmit();
  };
  const stepBack = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isBusy) return;
    // The sheet around it, and focus mode, stay as they are.
    event.preventDefault();
    event.stopPropagation();
    if (isAsking) keep();
    else onClose();
  };
  return (
    <form aria-label={title} className={styles['picker']} onSubmit={submit} onKeyDown={stepBack}>
      <p className={styles['text']}>{text}</p>
      <fieldset disabled={isAsking || isBusy} className={styles['choices']}>
        <legend className="visually-hidden">{title}</legend>
        <ChooseAll count={chosen.length} onAll={chooseAll} onNone={clear} />
        <ul role="list" className={styles['list']}>
          {revisions.map((revision) => (
            <Row
              key={revision.rev}
              revision={revision}
              isChosen={picked.has(revision.rev)}
              isFull={chosen.length >= most}
              onToggle={toggle}
            />
          ))}
        </ul>
        {pages.hasNextPage && (
          <PlainButton
            look="quiet"
            small
            disabled={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {pages.isFetchingNextPage ? 'Loading…' : 'Show older versions'}
          </PlainButton>
        )}
        {pages.isFetchNextPageError && (
          <p role="status" className={styles['text']}>
            They could not be loaded. Please try again.
          </p>
        )}
      </fieldset>
      <div className={styles['foot']}>
        {isAsking && (
          <p role="alert" className={styles['question']}>
            {action} {count}? {confirmation}
          </p>
        )}
        <div className={styles['row']}>
          {isAsking ? (
            // A button that is disabled while it has the focus loses it.
            <PlainButton key="yes" autoFocus small type="submit" look="danger" aria-disabled={isBusy}>
              {isBusy ? busy : `Yes, delete ${count}`}
            </PlainButton>
          ) : (
            <PlainButton
              key="ask"
              ref={submitButton}
              small
              type="submit"
              look={confirmation === undefined ? 'primary' : 'danger'}
              disabled={chosen.length === 0}
              aria-disabled={isBusy}
            >
              {isBusy ? busy : `${action} ${count}`}
            </PlainButton>
          )}
          {isAsking ? (
            <PlainButton key="keep" small disabled={isBusy} onClick={keep}>
              {chosen.length === 1 ? 'Keep it' : 'Keep them'}
            </PlainButton>
          ) : (
            <PlainButton key="cancel" small onClick={onClose}>
              Cancel
            </PlainButton>
          )}
        </div>
      </div>
    </form>
  );
}

function ChooseAll({ count, onAll, onNone }: { count: number; onAll: () => void; onNone: () => void }) {
  return (
    <div className={`${styles['row']} ${styles['all']}`}>
      <PlainButton look="quiet" small onClick={count > 0 ? onNone : onAll}>
        {count > 0 ? 'Choose none' : 'Choose all'}
      </PlainButton>
      <p role="status" className={styles['text']}>
        {count.toLocaleString('en-GB')} chosen{count >= most ? ', the most at one time' : ''}
      </p>
    </div>
  );
}

interface RowProps {
  revision: Revision;
  isChosen: boolean;
  isFull: boolean;
  onToggle: (rev: number) => void;
}

const Row = memo(function Row({ revision, isChosen, isFull, onToggle }: RowProps) {
  const { rev, at, wordCount, deletedAt } = revision;
  const day = new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  return (
    <li>
      <label className={styles['version']}>
        <input type="checkbox" checked={isChosen} disabled={isFull && !isChosen} onChange={() => onToggle(rev)} />
        <span>
          {day}, {revisionLabel(revision)}{' '}
          <span className={styles['meta']}>
            {wordsText(wordCount)}
            {deletedAt === undefined ? '' : ` · ${deletedText(deletedAt)}`}
          </span>
        </span>
      </label>
    </li>
  );
});

/** The chosen revision numbers among those that are listed. */
function useChoice(revisions: readonly Revision[]) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  // One that was deleted or folded meanwhile is no longer listed, and not sent.
  const chosen = revisions.filter(({ rev }) => picked.has(rev)).map(({ rev }) => rev);
  const toggle = useCallback(
    (rev: number) =>
      setPicked((before) => {
        const after = new Set(before);
        if (!after.delete(rev)) after.add(rev);
        return after;
      }),
    [],
  );
  /** The oldest ones, which are missed least. What the author named is only chosen one by one, unless nothing else is there. */
  const chooseAll = () => {
    const unnamed = revisions.filter(({ name }) => name === undefined);
    setPicked(new Set((unnamed.length === 0 ? revisions : unnamed).slice(-most).map(({ rev }) => rev)));
  };
  return { picked, chosen, toggle, chooseAll, clear: () => setPicked(new Set()) };
}

/** A button's ref, and a function that focuses the button once it is shown again. */
function useLaterFocus(isHidden: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || isHidden) return;
    button.current?.focus();
    setWanted(false);
  }, [isWanted, isHidden]);
  return [button, () => setWanted(true)] as const;
}
