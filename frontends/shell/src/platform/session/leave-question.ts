const eventName = 'inkbear:ask-to-leave';

/**
 * Why the user is asked: `sign-out` would delete unsaved changes in this browser; `navigate` would leave a page with
 * changes that exist only there.
 */
export type LeaveReason = 'sign-out' | 'navigate';
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
