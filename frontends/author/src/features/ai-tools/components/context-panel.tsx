import type { ContextPart } from '@inkbear/contracts/ai/context';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { wordsText } from '@inkbear/web-kit/words-text.ts';
import { useQuery } from '@tanstack/react-query';
import { aiContextQuery } from '../ai-context.api.ts';
import { type Choice, contextChoice, useContextChoice, withExcluded, withPinned } from '../context-choice.ts';
import styles from './context-panel.module.css';

/** The server accepts at most this many pinned chapters and entries. */
const maxPins = 20;

/**
 * The parts of the book that are sent to AI for this chapter. Parts can be excluded, chapters can be pinned to be sent in
 * full, and entries of the story bible to be sent always.
 */
export function ContextPanel({ bookId, chapterId }: { bookId: string; chapterId: string }) {
  const choice = useContextChoice(bookId);
  const pins = choice.pin.filter((id) => !choice.exclude.includes(id));
  const { data, isPending, isError, refetch } = useQuery(aiContextQuery(chapterId, pins));
  if (isPending) return <SkeletonLines count={6} />;
  if (isError) return <RetryNote text="What AI sees could not be loaded." onRetry={() => void refetch()} />;
  const sent = data.parts.filter(({ id }) => !choice.exclude.includes(id));
  const words = sent.reduce((sum, part) => sum + part.words, 0);
  return (
    <div className={styles['panel']}>
      <p className={styles['note']}>
        A request that writes in this chapter includes these parts of your book, then the text you ask about and, for
        selected words, about 250 words on either side. One that changes a text includes less of the book. Entries of
        the story bible that you ask about, or that the text before names, are added. The instructions are below. Your
        choice is remembered for this book on this device.
      </p>
      <p role="status" className={styles['total']}>
        <strong>{words.toLocaleString('en-GB')} words</strong> in {sent.length} of {data.parts.length} parts
      </p>
      <ul role="list" className={styles['parts']}>
        {data.parts.map((part) => (
          <Part key={part.id} part={part} choice={choice} onChoose={(next) => contextChoice.save(bookId, next)} />
        ))}
      </ul>
      <details className={styles['frame']}>
        <summary>Sent first, with every request</summary>
        <p className={styles['text']} tabIndex={0}>
          {data.rules}
        </p>
      </details>
      <details className={styles['frame']}>
        <summary>Sent last, the request itself</summary>
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

function Part({
  part: { id, label, text, words, reason, canExclude, canPin },
  choice,
  onChoose,
}: {
  part: ContextPart;
  choice: Choice;
  onChoose: (next: Choice) => void;
}) {
  const isExcluded = canExclude && choice.exclude.includes(id);
  const isPinned = choice.pin.includes(id);
  const isEntry = id.startsWith('entry:');
  return (
    <li className={styles['part']} data-excluded={isExcluded}>
      <div className={styles['head']}>
        {canExclude ? (
          <label className={styles['label']}>
            <input
              type="checkbox"
              checked={!isExcluded}
              onChange={() => onChoose(withExcluded(choice, id, !isExcluded))}
            />{' '}
            {label}
          </label>
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
        {canPin && !isExcluded && (
          <button
            type="button"
            className={styles['pin']}
            aria-pressed={isPinned}
            disabled={!isPinned && choice.pin.length >= maxPins}
            onClick={() => onChoose(withPinned(choice, id, !isPinned))}
          >
            {isPinned ? (isEntry ? 'Pinned: always' : 'Pinned: in full') : 'Pin'}
            <span className="visually-hidden">
              {' '}
              {label}, always{isEntry ? '' : ' in full'}
            </span>
          </button>
        )}
      </div>
    </li>
  );
}
