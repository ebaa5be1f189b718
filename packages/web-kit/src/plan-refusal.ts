import type { ApiError } from './api-error.ts';

// As a toast, this travels as an event of the window: calls are made by every remote's own copy of this file, the shell
// listens.
const planRefusedEvent = 'inkbear:plan-refused';

/**
 * Told of every answer that is no success: one that refuses for the plan means that what this page believes about the
 * plan is old.
 */
export function notifyPlanRefused({ status, problem }: ApiError): void {
  if (status === 403 && problem?.code.startsWith('plan.') === true) window.dispatchEvent(new Event(planRefusedEvent));
}

/** Gives the function that stops it. */
export function onPlanRefused(listener: () => void): () => void {
  window.addEventListener(planRefusedEvent, listener);
  return () => window.removeEventListener(planRefusedEvent, listener);
}
