import type { Revision } from '@inkbear/contracts/books/revision';
import { limits } from '@inkbear/contracts/plans';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { counted, wordsText } from '@inkbear/web-kit/counted.ts';
import {
  type FormEvent,
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type MorePages, OlderRows } from '../../../ui/older-rows.tsx';
import { deletedText, revisionLabel } from '../writing-sessions.ts';
import styles from './version-picker.module.css';

interface Props {
  title: string;
  text: string;
  action: 'Delete' | 'Recover';
  /** The label of the submit button while the request runs. */
  busyLabel: string;
  isBusy: boolean;
  revisions: readonly Revision[];
  pages: MorePages;
  /** Shown in a confirmation before `onSubmit`; without it there is no confirmation. */
  confirmation?: string;
  onSubmit: (revs: readonly number[]) => void;
  onClose: () => void;
}

/** The server accepts at most this many versions in one request. */
const maxChosen = limits.revisionsPerPage;

/** A list of versions with checkboxes, and a button for the chosen ones. */
export function VersionPicker(props: Props) {
  const { title, isBusy, revisions, confirmation, onSubmit, onClose } = props;
  const choice = useChoice(revisions);
  const { chosen } = choice;
  const [isConfirming, setConfirming] = useState(false);
  const [submitButton, focusSubmit] = useFocusWhenShown(isConfirming);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length === 0 || isBusy) return;
    if (confirmation !== undefined && !isConfirming) return setConfirming(true);
    onSubmit(chosen);
  };
  const cancelConfirmation = () => {
    setConfirming(false);
    focusSubmit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isBusy) return;
    // Escape must not close the surrounding drawer or end focus mode.
    event.preventDefault();
    event.stopPropagation();
    if (isConfirming) cancelConfirmation();
    else onClose();
  };
  return (
    <form aria-label={title} className={styles['picker']} onSubmit={submit} onKeyDown={onKeyDown}>
      <p className={styles['text']}>{props.text}</p>
      <VersionChoices {...props} choice={choice} isDisabled={isConfirming || isBusy} />
      <PickerFoot
        {...props}
        count={chosen.length}
        isConfirming={isConfirming}
        submitButton={submitButton}
        onCancelConfirmation={cancelConfirmation}
      />
    </form>
  );
}

interface ChoicesProps extends Pick<Props, 'title' | 'revisions' | 'pages'> {
  choice: ReturnType<typeof useChoice>;
  isDisabled: boolean;
}

function VersionChoices({ title, revisions, pages, choice, isDisabled }: ChoicesProps) {
  const { picked, chosen, toggle, selectAll, clear } = choice;
  return (
    <fieldset disabled={isDisabled} className={styles['choices']}>
      <legend className="visually-hidden">{title}</legend>
      <SelectAll count={chosen.length} onAll={selectAll} onNone={clear} />
      <ul role="list" className={styles['list']}>
        {revisions.map((revision) => (
          <VersionRow
            key={revision.rev}
            revision={revision}
            isChosen={picked.has(revision.rev)}
            isFull={chosen.length >= maxChosen}
            onToggle={toggle}
          />
        ))}
      </ul>
      <OlderRows pages={pages} label="Show older versions" />
    </fieldset>
  );
}

interface FootProps extends Pick<Props, 'action' | 'busyLabel' | 'isBusy' | 'confirmation' | 'onClose'> {
  count: number;
  isConfirming: boolean;
  submitButton: RefObject<HTMLButtonElement | null>;
  onCancelConfirmation: () => void;
}

function PickerFoot(props: FootProps) {
  const { action, busyLabel, isBusy, confirmation, onClose, count, isConfirming, submitButton } = props;
  const versions = count === 0 ? 'versions' : counted(count, 'version');
  return (
    <div className={styles['foot']}>
      {isConfirming && (
        <p role="alert" className={styles['question']}>
          {action} {versions}? {confirmation}
        </p>
      )}
      <div className={styles['row']}>
        {isConfirming ? (
          // `aria-disabled`, because a button that becomes `disabled` loses the focus.
          <PlainButton key="yes" autoFocus small type="submit" variant="danger" aria-disabled={isBusy}>
            {isBusy ? busyLabel : `Yes, delete ${versions}`}
          </PlainButton>
        ) : (
          <PlainButton
            key="ask"
            ref={submitButton}
            small
            type="submit"
            variant={confirmation === undefined ? 'primary' : 'danger'}
            disabled={count === 0}
            aria-disabled={isBusy}
          >
            {isBusy ? busyLabel : `${action} ${versions}`}
          </PlainButton>
        )}
        {isConfirming ? (
          <PlainButton key="keep" small disabled={isBusy} onClick={props.onCancelConfirmation}>
            {count === 1 ? 'Keep it' : 'Keep them'}
          </PlainButton>
        ) : (
          <PlainButton key="cancel" small onClick={onClose}>
            Cancel
          </PlainButton>
        )}
      </div>
    </div>
  );
}

function SelectAll({ count, onAll, onNone }: { count: number; onAll: () => void; onNone: () => void }) {
  return (
    <div className={`${styles['row']} ${styles['all']}`}>
      <PlainButton variant="quiet" small onClick={count > 0 ? onNone : onAll}>
        {count > 0 ? 'Select none' : 'Select all'}
      </PlainButton>
      <p role="status" className={styles['text']}>
        {formatNumber(count)} selected{count >= maxChosen ? ', the maximum at once' : ''}
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

function VersionCheckbox({ revision, isChosen, isFull, onToggle }: RowProps) {
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
}
const VersionRow = memo(VersionCheckbox);

/** The chosen versions. `chosen` has only those that are still listed. */
function useChoice(revisions: readonly Revision[]) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  // A version that was deleted or compacted meanwhile is no longer listed and must not be sent.
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
  /** Chooses the oldest versions first. Named versions are chosen only when there are no others. */
  const selectAll = () => {
    const unnamed = revisions.filter(({ name }) => name === undefined);
    setPicked(new Set((unnamed.length === 0 ? revisions : unnamed).slice(-maxChosen).map(({ rev }) => rev)));
  };
  return { picked, chosen, toggle, selectAll, clear: () => setPicked(new Set()) };
}

/** A button's ref, and a function that focuses the button as soon as it is shown again. */
function useFocusWhenShown(isHidden: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || isHidden) return;
    button.current?.focus();
    setWanted(false);
  }, [isWanted, isHidden]);
  return [button, () => setWanted(true)] as const;
}
