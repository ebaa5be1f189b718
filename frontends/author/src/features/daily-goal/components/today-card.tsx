import type { User } from '@inkbear/contracts/auth/account';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { counted } from '@inkbear/web-kit/counted.ts';
import { useState } from 'react';
import { WordGoalForm } from '../../../ui/word-goal-form.tsx';
import { dailyGoalPreference } from '../daily-goal-preference.ts';
import styles from './today-card.module.css';

/** Today's words against the goal, the week and the streak. Must be keyed by the user id. */
export function TodayCard({
  userId,
  stats: { wordsToday, wordsThisWeek, streakDays },
}: {
  userId: string;
  stats: User['stats'];
}) {
  const [goal, setGoal] = useState(() => dailyGoalPreference.read(userId));
  const [isEditing, setEditing] = useState(false);
  const choose = (next: number | null) => {
    dailyGoalPreference.save(userId, next);
    setGoal(next);
    setEditing(false);
  };
  return (
    <section className={styles['card']} aria-labelledby="today-title">
      <h2 id="today-title" className="visually-hidden">
        Your writing days
      </h2>
      <dl className={styles['stats']}>
        <div className={styles['today']}>
          <dt>Today</dt>
          <dd>{counted(wordsToday, 'word')}</dd>
        </div>
        <div>
          <dt>This week</dt>
          <dd>{counted(wordsThisWeek, 'word')}</dd>
        </div>
        <div>
          <dt>Streak</dt>
          <dd>{counted(streakDays, 'day')}</dd>
        </div>
      </dl>
      {goal !== null && <GoalProgress goal={goal} today={wordsToday} />}
      {isEditing ? (
        <WordGoalForm
          label="Words a day"
          note="Counts what you type in all your books. Stored on this device."
          currentGoal={goal}
          action="Save"
          isSmall
          onChoose={choose}
          onRemove={() => choose(null)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <p className={styles['note']}>
          {goalText(goal, wordsToday)}{' '}
          <button type="button" className={styles['link']} onClick={() => setEditing(true)}>
            {goal === null ? 'Set a daily goal' : 'Change the goal'}
          </button>
        </p>
      )}
    </section>
  );
}

function GoalProgress({ goal, today }: { goal: number; today: number }) {
  const percent = Math.max(0, Math.min(100, Math.floor((today / goal) * 100)));
  return (
    <div
      className={styles['track']}
      role="progressbar"
      aria-label="Words today"
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={`${formatNumber(today)} of ${formatNumber(goal)} words`}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  );
}

function goalText(goal: number | null, today: number): string {
  if (goal === null) return 'A little writing each day finishes a book.';
  return today >= goal
    ? `Goal of ${formatNumber(goal)} words reached. Well done.`
    : `${formatNumber(goal - Math.max(0, today))} of ${formatNumber(goal)} words to go.`;
}
