import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { SkeletonCards } from '@inkbear/ui-kit/skeleton.tsx';
import type { ReactNode } from 'react';
import { useElapsedSeconds } from '../../../kit/use-elapsed-seconds.ts';
import styles from './ideas.module.css';

interface Props {
  text: string;
  /** A Unix time in milliseconds. */
  since: number;
  onStop: () => void;
  /** The part of the answer that has arrived. */
  children?: ReactNode;
}

/** The progress of a running request. */
export function IdeaWait({ text, since, onStop, children }: Props) {
  const seconds = useElapsedSeconds(since);
  return (
    <div className={styles['wait']} tabIndex={-1} data-focus="progress">
      <div className={styles['waitHead']}>
        <p>
          <span role="status">{text}</span>{' '}
          <span className={styles['note']}>
            Usually 10 to 15 seconds; <span className="tabular">{seconds} s</span> so far.
          </span>
        </p>
        <PlainButton onClick={onStop}>Stop</PlainButton>
      </div>
      {children}
      <SkeletonCards count={2} height={120} />
    </div>
  );
}
