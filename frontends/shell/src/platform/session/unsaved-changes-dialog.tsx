import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import styles from '@inkbear/ui-kit/dialog.module.css';
import {
  onConfirmUnsavedChanges,
  type UnsavedChangesQuestion,
  type UnsavedChangesReason,
} from '@inkbear/web-kit/confirm-unsaved-changes.ts';
import { useEffect, useId, useRef, useState } from 'react';

const texts: Record<UnsavedChangesReason, { title: string; text: string; accept: string; cancel: string }> = {
  'sign-out': {
    title: 'Some words are only in this browser',
    text: 'They could not be saved yet. Stay signed in until you see “Saved”, or open the chapter or story that has them.',
    accept: 'Log out and lose them',
    cancel: 'Stay and save them',
  },
  'sign-out-unlisted': {
    title: 'Some words may be only in this browser',
    text:
      'The storage of this browser cannot be read, so we cannot tell whether it has words that are not saved. ' +
      'Stay signed in, reload this page and log out again. If this question returns, restart the browser first.',
    accept: 'Log out and risk losing them',
    cancel: 'Stay signed in',
  },
  unlisted: {
    title: 'Some words may be only in this browser',
    text:
      'The storage of this browser cannot be read, so we cannot tell whether it has words from an earlier visit that ' +
      'are not saved. They would be missing from the exported file, or from what goes to the trash. ' +
      'Reload this page and try again. If this question returns, restart the browser.',
    accept: 'Continue without them',
    cancel: 'Cancel',
  },
  navigate: {
    title: 'Your latest changes are only on this page',
    text:
      'Neither we nor your browser could store them yet. Stay until you see “Saved”. ' +
      'If you leave, we keep trying, but closing this tab would lose them.',
    accept: 'Leave this page',
    cancel: 'Stay on this page',
  },
};

/**
 * Asks the user before unsaved changes may be lost. Escape closes the dialog and cancels the sign-out, navigation,
 * export or deletion.
 */
export function UnsavedChangesDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const pending = useRef<UnsavedChangesQuestion>(undefined);
  const [reason, setReason] = useState<UnsavedChangesReason>('sign-out');
  const safeButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [titleId, textId] = [`${id}-title`, `${id}-text`];
  useEffect(
    () =>
      onConfirmUnsavedChanges((question) => {
        pending.current?.answer(false);
        pending.current = question;
        setReason(question.reason);
        if (dialog.current?.open !== true) dialog.current?.showModal();
        // `showModal` focuses the first button, which loses the changes.
        safeButton.current?.focus();
      }),
    [],
  );
  const decide = (isAccepted: boolean) => {
    pending.current?.answer(isAccepted);
    pending.current = undefined;
    dialog.current?.close();
  };
  const { title, text, accept, cancel } = texts[reason];
  return (
    <dialog
      ref={dialog}
      className={styles['question']}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onClose={() => decide(false)}
    >
      <h2 id={titleId} className={styles['title']}>
        {title}
      </h2>
      <p id={textId}>{text}</p>
      <div className={styles['answers']}>
        <PlainButton variant="quiet" onClick={() => decide(true)}>
          {accept}
        </PlainButton>
        <PlainButton ref={safeButton} variant="primary" onClick={() => decide(false)}>
          {cancel}
        </PlainButton>
      </div>
    </dialog>
  );
}
