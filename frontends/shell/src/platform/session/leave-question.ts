const eventName = 'inkbear:ask-to-leave';

/**
 * What would be lost: `sign-out` ends the session with unsaved words in this browser, `navigate` leaves a page that
 * alone holds them.
 */
export type LeaveReason = 'sign-out' | 'navigate';
export interface LeaveQuestion {
  readonly reason: LeaveReason;
  readonly answer: (leave: boolean) => void;
}

/** True when the author would rather lose what is not saved. */
export const askToLeave = (reason: LeaveReason): Promise<boolean> =>
  new Promise((resolve) => {
    window.dispatchEvent(new CustomEvent<LeaveQuestion>(eventName, { detail: { reason, answer: resolve } }));
  });

/** Gives the function that stops listening. */
export function onAskToLeave(listener: (question: LeaveQuestion) => void): () => void {
  const handle = (event: Event) => listener((event as CustomEvent<LeaveQuestion>).detail);
  window.addEventListener(eventName, handle);
  return () => window.removeEventListener(eventName, handle);
}
