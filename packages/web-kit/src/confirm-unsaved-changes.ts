// The shell shows the dialog. Window events connect it with the remotes, because each has its own copy of this module.
const eventName = 'inkbear:ask-to-leave';

/**
 * Why the user is asked:
 * - `sign-out`: unsaved changes in this browser would be deleted
 * - `sign-out-unlisted`: unsaved changes may be deleted, because the journal cannot be read
 * - `navigate`: the page has changes that exist nowhere else
 * - `unlisted`: a text would be exported or deleted, and the journal, which may have changes of it, cannot be read
 *
 * A remote sends these names to the shell, which may be of an earlier release, so they and the event's name stay.
 */
export type UnsavedChangesReason = 'sign-out' | 'sign-out-unlisted' | 'navigate' | 'unlisted';
export interface UnsavedChangesQuestion {
  readonly reason: UnsavedChangesReason;
  readonly answer: (isAccepted: boolean) => void;
}

/** Asks the user before unsaved changes may be lost. Resolves with true when the user accepts the loss. */
export const confirmUnsavedChanges = (reason: UnsavedChangesReason): Promise<boolean> =>
  new Promise((resolve) => {
    window.dispatchEvent(new CustomEvent<UnsavedChangesQuestion>(eventName, { detail: { reason, answer: resolve } }));
  });

/** Returns the function that removes the listener. */
export function onConfirmUnsavedChanges(listener: (question: UnsavedChangesQuestion) => void): () => void {
  const handle = (event: Event) => listener((event as CustomEvent<UnsavedChangesQuestion>).detail);
  window.addEventListener(eventName, handle);
  return () => window.removeEventListener(eventName, handle);
}
