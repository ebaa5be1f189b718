import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { useEffect, useState } from 'react';
import styles from './session-goal.module.css';
import { WordGoalForm } from '../../ui/word-goal-form.tsx';
import { addTypedWords, type GoalProgress, goalStorage, percentDone, remainingMs } from './goal-progress.ts';

interface Props {
  userId: string;
  /** Reports words gained or lost by typing; returns the unsubscribe function. */
  onTyped: ((listener: (words: number) => void) => () => void) | null;
  /** True while the goal form is open. */
  isFormOpen: boolean;
  onFormClose: () => void;
}

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
    return (
      <div className={styles['form']}>
        <WordGoalForm
          label="Words for this writing session"
          note="Counts what you type; half an hour without typing ends the session."
          currentGoal={progress?.goal ?? null}
          action="Start"
          onChoose={start}
          onCancel={onFormClose}
        />
      </div>
    );
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
        aria-valuetext={`${formatNumber(progress.words)} of ${formatNumber(progress.goal)} words`}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className={styles['words']}>
        <span className="tabular">
          {formatNumber(progress.words)} of {formatNumber(progress.goal)}
        </span>{' '}
        this session
      </p>
      <p role="status" className={styles['done']}>
        {isDone && `That was your goal: ${formatNumber(progress.goal)} words. Well done.`}
      </p>
      <IconButton label="End this goal" size={32} onClick={onEnd}>
        <Icon of={CloseOutlined} size={16} />
      </IconButton>
    </div>
  );
}
