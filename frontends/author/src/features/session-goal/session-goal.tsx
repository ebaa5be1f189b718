import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { type FormEvent, useEffect, useState } from 'react';
import styles from './session-goal.module.css';
import { goalFrom, goalRange, remainingMs, percentDone, type Sitting, sittings, typedOn } from './sitting.ts';

interface Props {
  userId: string;
  /** Reports words gained or lost by typing; returns the unsubscribe function. */
  onTyped: ((listener: (words: number) => void) => () => void) | null;
  /** True while the goal form is open. */
  isAsking: boolean;
  onAnswered: () => void;
}

const usualGoal = 500;
const number = (value: number) => value.toLocaleString('en-GB');

/** The word goal of this session with its progress. Renders nothing without a goal. */
export function SessionGoal({ userId, onTyped, isAsking, onAnswered }: Props) {
  const [sitting, setSitting] = useState(() => sittings.read(userId, Date.now()));
  const isOn = sitting !== null;
  useEffect(() => {
    if (!isOn) return undefined;
    return onTyped?.((words) => setSitting((before) => before && typedOn(before, words, Date.now())));
  }, [isOn, onTyped]);
  useEffect(() => sittings.save(userId, sitting), [userId, sitting]);
  useEffect(() => {
    if (sitting === null) return undefined;
    const timer = setTimeout(() => setSitting(null), remainingMs(sitting, Date.now()));
    return () => clearTimeout(timer);
  }, [sitting]);
  const start = (goal: number) => {
    setSitting({ goal, words: sitting?.words ?? 0, at: Date.now() });
    onAnswered();
  };
  if (isAsking) return <GoalForm before={sitting?.goal ?? usualGoal} onStart={start} onCancel={onAnswered} />;
  return sitting && <GoalBar sitting={sitting} onEnd={() => setSitting(null)} />;
}

function GoalBar({ sitting, onEnd }: { sitting: Sitting; onEnd: () => void }) {
  const percent = percentDone(sitting);
  const isDone = percent === 100;
  return (
    <div className={styles['bar']}>
      <div
        className={styles['track']}
        role="progressbar"
        aria-label="This sitting"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${number(sitting.words)} of ${number(sitting.goal)} words`}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className={styles['words']}>
        <span className="tabular">
          {number(sitting.words)} of {number(sitting.goal)}
        </span>{' '}
        this sitting
      </p>
      <p role="status" className={styles['done']}>
        {isDone && `That was your goal: ${number(sitting.goal)} words. Well done.`}
      </p>
      <IconButton label="End this goal" size={32} onClick={onEnd}>
        <Icon of={CloseOutlined} size={16} />
      </IconButton>
    </div>
  );
}

function GoalForm({
  before,
  onStart,
  onCancel,
}: {
  before: number;
  onStart: (goal: number) => void;
  onCancel: () => void;
}) {
  const [typed, setTyped] = useState(String(before));
  const goal = goalFrom(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (goal !== null) onStart(goal);
  };
  return (
    <form
      className={styles['form']}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <label htmlFor="session-goal">Words for this sitting</label>
      <input
        id="session-goal"
        autoFocus
        type="number"
        inputMode="numeric"
        {...goalRange}
        step={50}
        value={typed}
        aria-invalid={goal === null}
        aria-describedby="session-goal-note"
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
      />
      <PlainButton look="primary" type="submit" disabled={goal === null}>
        Start
      </PlainButton>
      <PlainButton look="quiet" onClick={onCancel}>
        Cancel
      </PlainButton>
      <p id="session-goal-note" className={styles['note']}>
        {goal === null
          ? `Please enter a number from ${number(goalRange.min)} to ${number(goalRange.max)}.`
          : 'Counts what you type; half an hour without typing ends the sitting.'}
      </p>
    </form>
  );
}
