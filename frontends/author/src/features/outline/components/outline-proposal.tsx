import { countWords } from '@inkbear/prose/word-count';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { useState } from 'react';
import { AiLabel } from '../../../ui/ai-label.tsx';
import diff from '../../../ui/diff.module.css';
import { ViewSwitch } from '../../../ui/view-switch.tsx';
import { TextDiff } from '../../../ui/word-diff.tsx';
import styles from './outline-card.module.css';

interface Props {
  before: string;
  after: string;
  /** No AI model is connected: the offline provider builds the outline from the book's own data. */
  isOffline: boolean;
  isSaving: boolean;
  onAccept: (outline: string) => void;
  /** Null when no retry is left for this outline. */
  onTryAgain: (() => void) | null;
  onDiscard: () => void;
}

type View = 'before' | 'after' | 'change';
const views: readonly (readonly [View, string])[] = [
  ['before', 'Before'],
  ['after', 'After'],
  ['change', 'Changes'],
];

/** A generated outline, compared with the one in the book. */
export function OutlineProposal({ before, after, isOffline, isSaving, onAccept, onTryAgain, onDiscard }: Props) {
  const [view, setView] = useState<View>('after');
  return (
    <section className={styles['maker']} aria-labelledby="outline-proposal">
      <h3 id="outline-proposal">Proposed outline</h3>
      <AiLabel isOffline={isOffline} />
      <ViewSwitch label="Show" views={views} current={view} onChoose={setView} />
      <div
        className={`${styles['outline']} ${diff['diff']}`}
        tabIndex={0}
        role="group"
        aria-label="Proposed outline, text"
      >
        {view === 'change' ? <TextDiff before={before} after={after} /> : view === 'before' ? before : after}
      </div>
      <div className={styles['actions']}>
        <PlainButton variant="primary" disabled={isSaving} onClick={() => onAccept(after)}>
          {isSaving ? 'Saving…' : 'Accept outline'}
        </PlainButton>
        {onTryAgain && (
          <PlainButton variant="quiet" disabled={isSaving} onClick={onTryAgain}>
            Try again
          </PlainButton>
        )}
        <PlainButton variant="quiet" disabled={isSaving} onClick={onDiscard}>
          Discard
        </PlainButton>
      </div>
      <p className={styles['note']} role="status">
        {formatNumber(countWords(after))} words. Your outline is untouched until you accept.
      </p>
    </section>
  );
}
