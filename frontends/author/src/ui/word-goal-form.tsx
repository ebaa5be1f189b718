import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { type FormEvent, useId, useState } from 'react';
import { defaultGoal, goalFrom, goalRange } from './word-goal.ts';
import styles from './word-goal-form.module.css';

interface Props {
  label: string;
  /** Explains what is counted. */
  note: string;
  currentGoal: number | null;
  /** The text of the submit button. */
  action: string;
  /** Smaller controls, for a card. */
  isSmall?: boolean;
  onChoose: (goal: number) => void;
  /** Removes the current goal; absent where it is removed elsewhere. */
  onRemove?: () => void;
  onCancel: () => void;
}

/** Sets a goal in words. Escape closes it. */
export function WordGoalForm(props: Props) {
  const { label, note, currentGoal, action, isSmall = false, onChoose, onRemove, onCancel } = props;
  const [typed, setTyped] = useState(String(currentGoal ?? defaultGoal));
  const id = useId();
  const goal = goalFrom(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (goal !== null) onChoose(goal);
  };
  return (
    <form
      className={styles['form']}
      data-small={isSmall}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        autoFocus
        type="number"
        inputMode="numeric"
        {...goalRange}
        step={50}
        value={typed}
        aria-invalid={goal === null}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => target.select()}
      />
      <PlainButton small={isSmall} variant="primary" type="submit" disabled={goal === null}>
        {action}
      </PlainButton>
      {onRemove && currentGoal !== null && (
        <PlainButton small={isSmall} variant="quiet" onClick={onRemove}>
          No goal
        </PlainButton>
      )}
      <PlainButton small={isSmall} variant="quiet" onClick={onCancel}>
        Cancel
      </PlainButton>
      <p id={`${id}-note`} className={styles['note']}>
        {goal === null ? `Please enter a number from ${goalRange.min} to ${formatNumber(goalRange.max)}.` : note}
      </p>
    </form>
  );
}
