import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { type FormEvent, useEffect, useState } from 'react';
import styles from './session-goal.module.css';
import { goalFrom, goalRange } from '../../ui/word-goal.ts';
import { addTypedWords, type GoalProgress, goalStorage, percentDone, remainingMs } from './goal-progress.ts';

interface Props {
  userId: string;
  /** Reports words gained or lost by typing; returns the unsubscribe function. */
  onTyped: ((listener: (words: number) => void) => () => void) | null;
  /** True while the goal form is open. */
  isFormOpen: boolean;
  onFormClose: () => void;
}

const defaultGoal = 500;
const number = (value: number) => value.toLocaleString('en-GB');

/** The word goal of this writing session with its progress. Renders nothing without a goal. */
export function SessionGoal({ userId, onTyped, isFormOpen, onFormClose }: Props) {
  const [progress, setProgress] = useState(() => goalStorage.read(userId, Date.now()));
  const isOn = progress !== null;
  useEffect(() => {
    if (!isOn) return undefined;
    return onTyped?.((words) => setProgress((before) => before && addTypedWords(before, words, Date.now())));
  }, [isOn, onTyped]);
  useEffect(() => goalStorage.save(userId, progress), [userId, progress]);
  useEffect(() => {
    if (progress === null) return undefined;
    const timer = setTimeout(() => setProgress(null), remainingMs(progress, Date.now()));
    return () => clearTimeout(timer);
  }, [progress]);
  const start = (goal: number) => {
    setProgress({ goal, words: progress?.words ?? 0, at: Date.now() });
    onFormClose();
  };
  if (isFormOpen)
    return <GoalForm initialGoal={progress?.goal ?? defaultGoal} onStart={start} onCancel={onFormClose} />;
  return progress && <GoalBar progress={progress} onEnd={() => setProgress(null)} />;
}

function GoalBar({ progress, onEnd }: { progress: GoalProgress; onEnd: () => void }) {
  const percent = percentDone(progress);
  const isDone = percent === 100;
  return (
    <div className={styles['bar']}>
      <div
        className={styles['track']}
        role="progressbar"
        aria-label="This writing session"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${number(progress.words)} of ${number(progress.goal)} words`}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className={styles['words']}>
        <span className="tabular">
          {number(progress.words)} of {number(progress.goal)}
        </span>{' '}
        this session
      </p>
      <p role="status" className={styles['done']}>
        {isDone && `That was your goal: ${number(progress.goal)} words. Well done.`}
      </p>
      <IconButton label="End this goal" size={32} onClick={onEnd}>
        <Icon of={CloseOutlined} size={16} />
      </IconButton>
    </div>
  );
}

function GoalForm({
  initialGoal,
  onStart,
  onCancel,
}: {
  initialGoal: number;
  onStart: (goal: number) => void;
  onCancel: () => void;
}) {
  const [typed, setTyped] = useState(String(initialGoal));
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
      <label htmlFor="session-goal">Words for this writing session</label>
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
      <PlainButton variant="primary" type="submit" disabled={goal === null}>
        Start
      </PlainButton>
      <PlainButton variant="quiet" onClick={onCancel}>
        Cancel
      </PlainButton>
      <p id="session-goal-note" className={styles['note']}>
        {goal === null
          ? `Please enter a number from ${number(goalRange.min)} to ${number(goalRange.max)}.`
          : 'Counts what you type; half an hour without typing ends the session.'}
      </p>
    </form>
  );
}
