// The shell shows the question. Window events connect it with the remotes, because each has its own copy of this module.
const eventName = 'inkbear:ask-to-leave';

/**
 * Why the user is asked:
 * - `sign-out`: unsaved changes in this browser would be deleted
 * - `sign-out-unlisted`: unsaved changes may be deleted, because the journal cannot be read
 * - `navigate`: the page has changes that exist nowhere else
 * - `unlisted`: a text would be exported or deleted, and the journal, which may have changes of it, cannot be read
 *
 * A remote sends these names to the shell, which may be of an earlier release, so they stay.
 */
export type LeaveReason = 'sign-out' | 'sign-out-unlisted' | 'navigate' | 'unlisted';
export interface LeaveQuestion {
  readonly reason: LeaveReason;
  readonly answer: (leave: boolean) => void;
}

/** Resolves with true when the user accepts the loss. */
export const askToLeave = (reason: LeaveReason): Promise<boolean> =>
  new Promise((resolve) => {
    window.dispatchEvent(new CustomEvent<LeaveQuestion>(eventName, { detail: { reason, answer: resolve } }));
  });

/** Returns the function that removes the listener. */
export function onAskToLeave(listener: (question: LeaveQuestion) => void): () => void {
  const handle = (event: Event) => listener((event as CustomEvent<LeaveQuestion>).detail);
  window.addEventListener(eventName, handle);
  return () => window.removeEventListener(eventName, handle);
}
