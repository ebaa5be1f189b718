import type { ApiError } from './api-error.ts';

// Sent as a window event like toasts, because every remote has its own copy of this module; the shell listens.
const planRefusedEvent = 'inkbear:plan-refused';

/** Call with every failed reply. A refusal because of the plan means that the cached plan is out of date. */
export function notifyPlanRefused({ status, problem }: ApiError): void {
  if (status === 403 && problem?.code.startsWith('plan.') === true) window.dispatchEvent(new Event(planRefusedEvent));
}

/** Returns the function that removes the listener. */
export function onPlanRefused(listener: () => void): () => void {
  window.addEventListener(planRefusedEvent, listener);
  return () => window.removeEventListener(planRefusedEvent, listener);
}
