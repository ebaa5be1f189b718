import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import styles from '@inkbear/ui-kit/dialog.module.css';
import { type LeaveQuestion, type LeaveReason, onAskToLeave } from '@inkbear/web-kit/leave-question.ts';
import { useEffect, useId, useRef, useState } from 'react';

const texts: Record<LeaveReason, { title: string; text: string; leave: string; stay: string }> = {
  'sign-out': {
    title: 'Some words are only in this browser',
    text: 'They could not be saved yet. Stay signed in until the badge says “Saved”, or open the chapter they belong to.',
    leave: 'Log out and lose them',
    stay: 'Stay and save them',
  },
  'sign-out-unlisted': {
    title: 'Some words may be only in this browser',
    text:
      'The storage of this browser cannot be read, so we cannot tell whether it has words that are not saved. ' +
      'Stay signed in, reload this page and log out again. If this question returns, restart the browser first.',
    leave: 'Log out and risk losing them',
    stay: 'Stay signed in',
  },
  unlisted: {
    title: 'Some words may be only in this browser',
    text:
      'The storage of this browser cannot be read, so we cannot tell whether it has words from an earlier visit that ' +
      'are not saved. They would be missing. Reload this page and try again. If this question returns, restart the browser.',
    leave: 'Continue without them',
    stay: 'Cancel',
  },
  navigate: {
    title: 'Your latest changes are only on this page',
    text:
      'Neither we nor your browser could store them yet. Stay until the badge says “Saved”. ' +
      'If you leave, we keep trying, but closing this tab would lose them.',
    leave: 'Leave this page',
    stay: 'Stay on this page',
  },
};

/**
 * This dialog asks the user before unsaved changes are lost. The Escape key closes it, and the user stays on the page.
 */
export function LeaveDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const pending = useRef<LeaveQuestion>(undefined);
  const [reason, setReason] = useState<LeaveReason>('sign-out');
  const titleId = useId();
  useEffect(
    () =>
      onAskToLeave((question) => {
        pending.current?.answer(false);
        pending.current = question;
        setReason(question.reason);
        if (dialog.current?.open !== true) dialog.current?.showModal();
      }),
    [],
  );
  const decide = (leave: boolean) => {
    pending.current?.answer(leave);
    pending.current = undefined;
    dialog.current?.close();
  };
  const { title, text, leave, stay } = texts[reason];
  return (
    <dialog ref={dialog} className={styles['question']} aria-labelledby={titleId} onClose={() => decide(false)}>
      <h2 id={titleId} className={styles['title']}>
        {title}
      </h2>
      <p>{text}</p>
      <div className={styles['answers']}>
        <PlainButton variant="quiet" onClick={() => decide(true)}>
          {leave}
        </PlainButton>
        <PlainButton variant="primary" onClick={() => decide(false)}>
          {stay}
        </PlainButton>
      </div>
    </dialog>
  );
}
