import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { type FormEvent, useState } from 'react';
import { goalFrom, goalRange } from '../../../ui/word-goal.ts';
import styles from './today-card.module.css';

const defaultGoal = 500;

export function GoalForm({
  currentGoal,
  onChoose,
  onCancel,
}: {
  currentGoal: number | null;
  onChoose: (goal: number | null) => void;
  onCancel: () => void;
}) {
  const [typed, setTyped] = useState(String(currentGoal ?? defaultGoal));
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
      <PlainButton small variant="primary" type="submit" disabled={goal === null}>
        Save
      </PlainButton>
      {currentGoal !== null && (
        <PlainButton small variant="quiet" onClick={() => onChoose(null)}>
          No goal
        </PlainButton>
      )}
      <PlainButton small variant="quiet" onClick={onCancel}>
        Cancel
      </PlainButton>
      <p id="daily-goal-note" className={styles['note']}>
        {goal === null
          ? `Please enter a number from ${goalRange.min} to ${goalRange.max.toLocaleString('en-GB')}.`
          : 'Counts what you type in all your books. Stored on this device.'}
      </p>
    </form>
  );
}
