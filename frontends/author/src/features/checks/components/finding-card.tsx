import type { ContradictionDecision, StoryFinding } from '@inkbear/contracts/bible/finding';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { useEffect, useRef } from 'react';
import { QuoteLink } from '../../../ui/quote-link.tsx';
import styles from './checks-panel.module.css';

export type FindingPlace = StoryFinding['places'][number];

interface Props {
  finding: StoryFinding;
  /** Whether its words were shown last. */
  isShown: boolean;
  chapters: readonly ChapterItem[];
  onGo: (place: FindingPlace) => void;
  onSetStatus: (status: StoryFinding['status']) => void;
  /** Left out when the author cannot change the book. */
  onDecide: ((decision: ContradictionDecision) => void) | undefined;
}

const severityNames = { error: 'Contradiction', warning: 'Please check', note: 'Note' } as const;

/** One finding: what is wrong, the words at each place, and what the author can do. */
export function FindingCard({ finding, isShown, chapters, onGo, onSetStatus, onDecide }: Props) {
  const { severity, text, advice, places, status, contradiction } = finding;
  const isOpen = status === 'open';
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isShown) void card.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <article
      ref={card}
      className={styles['finding']}
      data-row={finding.id}
      data-severity={severity}
      aria-current={isShown ? 'true' : undefined}
      aria-label={text}
    >
      <p className={styles['note']}>{severityNames[severity]}</p>
      <p className={styles['text']}>{text}</p>
      <ol role="list" className={styles['places']}>
        {places.map((place) => (
          <li key={`${place.chapterId}:${place.from}`}>
            <QuoteLink place={place} chapters={chapters} onGo={onGo} />
          </li>
        ))}
      </ol>
      {advice !== '' && <p className={styles['note']}>{advice}</p>}
      <div className={styles['buttons']}>
        {isOpen && contradiction && onDecide && (
          <>
            <PlainButton small onClick={() => onDecide('first-is-right')}>
              First is right
            </PlainButton>
            <PlainButton small onClick={() => onDecide('changed-here')}>
              It changed here
            </PlainButton>
          </>
        )}
        <PlainButton small variant="quiet" onClick={() => onSetStatus(isOpen ? 'ignored' : 'open')}>
          {isOpen ? 'Ignore' : 'Show again'}
        </PlainButton>
      </div>
    </article>
  );
}
