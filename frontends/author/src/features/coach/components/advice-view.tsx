import { shortDateTime } from '@inkbear/web-kit/format.ts';
import { useMemo } from 'react';
import { useAiResults } from '../../ai-tools/ai.api.ts';
import { type Advice, savedAdvice } from '../advice.ts';
import styles from './coach-panel.module.css';

/** A reply: feedback, strengths, improvements and suggestions. */
export function AdviceView({
  advice: { feedback, strengths, improvements, suggestions },
  question,
  isOffline,
}: {
  advice: Advice;
  question?: string | undefined;
  isOffline: boolean;
}) {
  return (
    <article className={styles['advice']} aria-label="The coach’s answer">
      <header className={styles['head']}>
        <h3>Feedback</h3>
        {isOffline && <span className={styles['tag']}>Offline, not an AI model</span>}
      </header>
      {question !== undefined && <p className={styles['note']}>{question}</p>}
      <p className={styles['feedback']}>{feedback}</p>
      <Points title="Strengths" points={strengths} />
      <Points title="Improvements" points={improvements} />
      <Points title="Suggestions" points={suggestions} />
    </article>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <section>
      <h4>{title}</h4>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}

/** Replies of the last 30 days about this chapter. */
export function SavedAnswers({ chapterId, except }: { chapterId: string; except: string | null }) {
  // The monthly limit keeps the replies on one page.
  const { results } = useAiResults({ chapterId, kind: 'coach' });
  const saved = useMemo(() => savedAdvice(results), [results]).filter(({ id }) => id !== except);
  if (saved.length === 0) return null;
  return (
    <details className={styles['saved']}>
      <summary>Saved answers ({saved.length})</summary>
      {saved.map(({ id, createdAt, advice }) => (
        <details key={id}>
          <summary>{shortDateTime(createdAt)}</summary>
          <AdviceView advice={advice} isOffline={false} />
        </details>
      ))}
    </details>
  );
}
