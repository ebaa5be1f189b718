import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { counted } from '@inkbear/web-kit/counted.ts';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { useWritingProgress } from '../progress.api.ts';
import { finishSentence, lastDays, todayIn } from '../chart.ts';
import { DayChart } from './day-chart.tsx';
import styles from './progress.module.css';

const shownDays = 30;

/** The words that the author wrote in this book, by day. */
export function WritingProgress({ bookId, savedAt }: { bookId: string; savedAt: number | null }) {
  const { data, isError, refetch } = useWritingProgress(bookId, savedAt);
  if (isError && data === undefined)
    return (
      <p className={styles['note']}>
        Your writing days could not be loaded.{' '}
        <button type="button" className={styles['link']} onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    );
  if (data === undefined)
    return (
      <div role="status" aria-busy="true" aria-label="Loading your writing days">
        <SkeletonLines count={4} />
      </div>
    );
  return (
    <section className={styles['progress']} aria-labelledby="days-title">
      <h3 id="days-title">Your writing</h3>
      <dl className={styles['facts']}>
        <div>
          <dt>Today</dt>
          <dd>{formatNumber(data.wordsToday)}</dd>
        </div>
        <div>
          <dt>This week</dt>
          <dd>{formatNumber(data.wordsThisWeek)}</dd>
        </div>
        <div>
          <dt>Streak</dt>
          <dd>{counted(data.streakDays, 'day')}</dd>
        </div>
      </dl>
      <DayChart days={lastDays(data.days, todayIn(new Date()), shownDays)} />
      <p className={styles['finish']}>{finishSentence(data)}</p>
    </section>
  );
}
