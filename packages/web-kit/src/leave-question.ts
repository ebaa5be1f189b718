// The shell shows the question. Window events connect it with the remotes, because each has its own copy of this module.
const eventName = 'inkbear:ask-to-leave';

/**
 * Why the user is asked: `sign-out` would delete unsaved changes in this browser; `sign-out-unlisted` may do so, because
 * its journal cannot be read; `navigate` would leave a page with changes that exist only there; `unlisted` would export
 * or delete a text whose unsaved changes may be in a journal that cannot be read.
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
