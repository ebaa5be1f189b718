import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { type FormEvent, useState } from 'react';
import { goalFrom, goalRange } from '../goal-memory.ts';
import styles from './today-card.module.css';

const usualGoal = 500;

export function GoalForm({
  before,
  onChoose,
  onCancel,
}: {
  before: number | null;
  onChoose: (goal: number | null) => void;
  onCancel: () => void;
}) {
  const [typed, setTyped] = useState(String(before ?? usualGoal));
  const goal = goalFrom(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (goal !== null) onChoose(goal);
  };
  return (
    <form
      className={styles['form']}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <label htmlFor="daily-goal">Words a day</label>
      <input
        id="daily-goal"
        autoFocus
        type="number"
        inputMode="numeric"
        {...goalRange}
        step={50}
        value={typed}
        aria-invalid={goal === null}
        aria-describedby="daily-goal-note"
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => target.select()}
      />
      <PlainButton small look="primary" type="submit" disabled={goal === null}>
        Save
      </PlainButton>
      {before !== null && (
        <PlainButton small look="quiet" onClick={() => onChoose(null)}>
          No goal
        </PlainButton>
      )}
      <PlainButton small look="quiet" onClick={onCancel}>
        Cancel
      </PlainButton>
      <p id="daily-goal-note" className={styles['note']}>
        {goal === null
          ? `Please enter a number from ${goalRange.min} to ${goalRange.max.toLocaleString('en-GB')}.`
          : 'Counts what you type in all of your books. Kept on this device.'}
      </p>
    </form>
  );
}
