import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useEffect, useState } from 'react';
import { useElapsedSeconds } from '../kit/use-elapsed-seconds.ts';
import styles from './running-work.module.css';

interface Props {
  /** What is being done, such as "Making the PDF". */
  text: string;
  /** When it began, as a Unix time in milliseconds. */
  since: number;
  onCancel: () => void;
}

/** Shown while long work runs: what is being done, the elapsed seconds, and a button that stops it. */
export function RunningWork({ text, since, onCancel }: Props) {
  const seconds = useElapsedSeconds(since);
  // A live region must be in the DOM before its text changes, or screen readers do not announce the first text.
  const [announced, setAnnounced] = useState('');
  useEffect(() => setAnnounced(text), [text]);
  return (
    <div className={styles['running']}>
      <p className={styles['text']}>
        <span role="status">{announced}</span> · <span className="tabular">{seconds} s</span>
      </p>
      <PlainButton onClick={onCancel}>Cancel</PlainButton>
    </div>
  );
}
