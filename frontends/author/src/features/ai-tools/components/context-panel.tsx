import { type ContextChoice, contextChoiceLimits, type ContextPart } from '@inkbear/contracts/ai/context';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SaveNote } from '../../../ui/save-note.tsx';
import { aiContextQuery } from '../ai-context.api.ts';
import { type ChoiceChange, useContextChoice } from '../context-choice.api.ts';
import styles from './context-panel.module.css';
import { SummaryPanel } from './summary-panel.tsx';

/**
 * The parts of the book that are sent to AI for this chapter. Parts can be excluded, chapters can be pinned to be sent
 * in full, and entries of the story bible to be sent always.
 */
export function ContextPanel({ bookId, chapterId }: { bookId: string; chapterId: string }) {
  const stored = useContextChoice(bookId);
  const { choice } = stored;
  const { data, isError, refetch } = useQuery(aiContextQuery(chapterId));
  if ((isError && data === undefined) || (stored.isError && choice === undefined)) {
    const retry = () => void Promise.all([refetch(), stored.refetch()]);
    return <RetryNote text="Your choice of what AI sees could not be loaded." onRetry={retry} />;
  }
  if (data === undefined || choice === undefined) return <SkeletonLines count={6} />;
  const sent = data.parts.filter((part) => !isPartExcluded(part, choice));
  const words = sent.reduce((sum, part) => sum + part.words, 0);
  return (
    <div className={styles['panel']}>
      <p className={styles['note']}>
        A request that writes in this chapter contains the parts below, except those that you leave out, and then the
        passage. With a selection, it also has about 250 words on either side. Requests that only revise existing text
        contain fewer parts. A story bible entry is added when you ask about it, or when the preceding text mentions it.
        The instructions are shown below. Your choices are saved with this book.
      </p>
      <SaveNote state={stored.state} failure={null} onRetry={stored.save} />
      <p role="status" className={styles['total']}>
        <strong>{formatNumber(words)} words</strong> in {sent.length} of {data.parts.length} parts
      </p>
      <ul role="list" className={styles['parts']}>
        {data.parts.map((part) => (
          <Part key={part.id} part={part} choice={choice} onChange={stored.change} />
        ))}
      </ul>
      <details className={styles['frame']}>
        <summary>Sent first, with every request</summary>
        <p className={styles['text']} tabIndex={0}>
          {data.rules}
        </p>
      </details>
      <details className={styles['frame']}>
        <summary>Sent last: the request itself</summary>
        {data.requests.map(({ label, text }) => (
          <div key={label} className={styles['request']}>
            <h3>{label}</h3>
            <p className={styles['text']} tabIndex={0}>
              {text}
            </p>
          </div>
        ))}
      </details>
    </div>
  );
}

interface Choosable {
  choice: ContextChoice;
  onChange: (change: ChoiceChange) => void;
}

/** The server says whether all the chapters of a shared part are excluded. */
const isPartExcluded = ({ id, canExclude, isExcluded, chapters }: ContextPart, { exclude }: ContextChoice): boolean =>
  chapters.length > 0 ? isExcluded : canExclude && exclude.includes(id);

function Part({ part, ...choosable }: Choosable & { part: ContextPart }) {
  const { id, label, text, words, reason, canExclude, canPin, chapters } = part;
  const isExcluded = isPartExcluded(part, choosable.choice);
  return (
    <li className={styles['part']} data-excluded={isExcluded}>
      <div className={styles['head']}>
        {canExclude ? (
          <IncludeBox {...{ id, label }} {...choosable} />
        ) : (
          <span className={styles['label']}>{label}</span>
        )}
        <span className={styles['words']}>{isExcluded ? 'left out' : wordsText(words)}</span>
      </div>
      {reason !== '' && !isExcluded && <p className={styles['note']}>{reason}</p>}
      <div className={styles['foot']}>
        <details>
          <summary>
            Read<span className="visually-hidden">: {label}</span>
          </summary>
          <p className={styles['text']} tabIndex={0}>
            {text}
          </p>
        </details>
        {canPin && <PinButton {...{ id, label }} {...choosable} />}
      </div>
      <EditSummaries {...{ id, label }} />
      {chapters.length > 0 && (
        <details className={styles['frame']}>
          <summary>
            Choose chapters<span className="visually-hidden"> of {label}</span>
          </summary>
          <ul role="list" className={styles['chapters']}>
            {chapters.map((chapter) => (
              <li key={chapter.id}>
                <div className={styles['head']} data-excluded={choosable.choice.exclude.includes(chapter.id)}>
                  <IncludeBox {...chapter} {...choosable} />
                  <PinButton {...chapter} {...choosable} />
                </div>
                <EditSummaries {...chapter} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

const chapterPrefix = 'chapter:';

/** The summaries of an earlier chapter, loaded when they are opened; nothing for another part. */
function EditSummaries({ id, label }: { id: string; label: string }) {
  const [isOpen, setOpen] = useState(false);
  if (!id.startsWith(chapterPrefix)) return null;
  return (
    <details className={styles['frame']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Edit summary<span className="visually-hidden"> of {label}</span>
      </summary>
      {isOpen && <SummaryPanel chapterId={id.slice(chapterPrefix.length)} label={label} />}
    </details>
  );
}

function IncludeBox({ id, label, choice: { exclude }, onChange }: Choosable & { id: string; label: string }) {
  const isExcluded = exclude.includes(id);
  return (
    <label className={styles['label']}>
      <input
        type="checkbox"
        checked={!isExcluded}
        disabled={!isExcluded && exclude.length >= contextChoiceLimits.exclude}
        onChange={() => onChange({ list: 'exclude', partId: id, isOn: !isExcluded })}
      />{' '}
      {label}
    </label>
  );
}

/** Nothing for an excluded part. */
function PinButton({ id, label, choice: { exclude, pin }, onChange }: Choosable & { id: string; label: string }) {
  if (exclude.includes(id)) return null;
  const isPinned = pin.includes(id);
  const isEntry = id.startsWith('entry:');
  const isFull = !isPinned && pin.length >= contextChoiceLimits.pin;
  return (
    <>
      {isFull && <span className={styles['limit']}>All {contextChoiceLimits.pin} pins are used</span>}
      <button
        type="button"
        className={styles['pin']}
        aria-pressed={isPinned}
        disabled={isFull}
        onClick={() => onChange({ list: 'pin', partId: id, isOn: !isPinned })}
      >
        {isPinned ? (isEntry ? 'Pinned: always sent' : 'Pinned: sent in full') : 'Pin'}
        <span className="visually-hidden">
          {isPinned ? ` (${label})` : ` ${label}, always${isEntry ? '' : ' in full'}`}
        </span>
      </button>
    </>
  );
}
