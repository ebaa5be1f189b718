import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useEffect, useId, useRef } from 'react';
import { onAskToLose } from '../sign-out-question.ts';
import styles from './sign-out-dialog.module.css';

/** Asks before words are lost that only this browser has. Escape stays. */
export function SignOutDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const answer = useRef<(leave: boolean) => void>(undefined);
  const title = useId();
  useEffect(() => onAskToLose((decide) => {
    answer.current?.(false);
    answer.current = decide;
    if (dialog.current?.open !== true) dialog.current?.showModal();
  }), []);
  const decide = (leave: boolean) => {
    answer.current?.(leave);
    answer.current = undefined;
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className={styles['dialog']} aria-labelledby={title} onClose={() => decide(false)}>
      <h2 id={title} className={styles['title']}>Some words are only in this browser</h2>
      <p>They could not be saved yet. Stay signed in until the badge says “Saved”, or open the chapter they belong to.</p>
      <div className={styles['answers']}>
        <PlainButton look="quiet" onClick={() => decide(true)}>Log out and lose them</PlainButton>
        <PlainButton look="primary" onClick={() => decide(false)}>Stay and save them</PlainButton>
      </div>
    </dialog>
  );
}
