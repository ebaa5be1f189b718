import { countWords } from '@inkbear/prose/word-count';
import { diffWords } from '@inkbear/prose/word-diff';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useMemo, useState } from 'react';
import styles from './outline-card.module.css';

interface Props {
  before: string;
  after: string;
  /** No AI model is connected: the offline writer builds the outline from the book's own data. */
  isOffline: boolean;
  isSaving: boolean;
  onAccept: (outline: string) => void;
  /** Null when no retry is left for this outline. */
  onTryAgain: (() => void) | null;
  onDiscard: () => void;
}

/** A generated outline, compared with the one in the book. */
export function OutlineProposal({ before, after, isOffline, isSaving, onAccept, onTryAgain, onDiscard }: Props) {
  const [view, setView] = useState<'change' | 'before' | 'after'>('after');
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  const text = view === 'before' ? before : after;
  return (
    <section className={styles['maker']} aria-labelledby="outline-proposal">
      <h3 id="outline-proposal">Proposed outline</h3>
      <span className={styles['tag']}>{isOffline ? 'Offline writer, not an AI model' : 'Written by AI'}</span>
      <div className={styles['views']} role="group" aria-label="Show">
        {(
          [
            ['before', 'Before'],
            ['after', 'After'],
            ['change', 'Changes'],
          ] as const
        ).map(([id, label]) => (
          <button key={id} type="button" aria-pressed={view === id} onClick={() => setView(id)}>
            {label}
          </button>
        ))}
      </div>
      <div className={styles['outline']} tabIndex={0} role="group" aria-label="Proposed outline, text">
        {view === 'change'
          ? parts.map(({ kind, text: piece }, at) =>
              kind === 'removed' ? (
                <del key={at}>{piece}</del>
              ) : kind === 'added' ? (
                <ins key={at}>{piece}</ins>
              ) : (
                <span key={at}>{piece}</span>
              ),
            )
          : text}
      </div>
      <div className={styles['actions']}>
        <PlainButton look="primary" disabled={isSaving} onClick={() => onAccept(after)}>
          {isSaving ? 'Saving…' : 'Accept outline'}
        </PlainButton>
        {onTryAgain && (
          <PlainButton look="quiet" disabled={isSaving} onClick={onTryAgain}>
            Try again
          </PlainButton>
        )}
        <PlainButton look="quiet" disabled={isSaving} onClick={onDiscard}>
          Discard
        </PlainButton>
      </div>
      <p className={styles['note']} role="status">
        {countWords(after).toLocaleString('en-GB')} words. Your outline is untouched until you accept.
      </p>
    </section>
  );
}
