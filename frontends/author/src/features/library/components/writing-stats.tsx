import type { User } from '@inkbear/contracts/auth/account';
import styles from './dashboard.module.css';

const number = (value: number) => value.toLocaleString('en-GB');

/** The author's own run of days; nothing is shown before the first word. */
export function WritingStats({ stats: { streakDays, wordsToday, wordsThisWeek } }: { stats: User['stats'] }) {
  if (streakDays === 0 && wordsThisWeek === 0) return null;
  return (
    <dl className={styles['stats']} aria-label="Your writing">
      <div><dt>Today</dt><dd>{number(wordsToday)} {wordsToday === 1 ? 'word' : 'words'}</dd></div>
      <div><dt>This week</dt><dd>{number(wordsThisWeek)} {wordsThisWeek === 1 ? 'word' : 'words'}</dd></div>
      <div><dt>Streak</dt><dd>{number(streakDays)} {streakDays === 1 ? 'day' : 'days'}</dd></div>
    </dl>
  );
}
