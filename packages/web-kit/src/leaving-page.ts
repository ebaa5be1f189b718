import { useEffect } from 'react';

/** Makes the browser ask before the page is left or loaded again while `isNeeded`. Gives the function that stops asking. */
export function askBeforeLeaving(isNeeded: () => boolean): () => void {
  const onLeave = (event: Event) => { if (isNeeded()) event.preventDefault(); };
  window.addEventListener('beforeunload', onLeave);
  return () => window.removeEventListener('beforeunload', onLeave);
}

export function useAskBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => (isNeeded ? askBeforeLeaving(() => true) : undefined), [isNeeded]);
}

const riskEvent = 'inkbear:unpersisted';

/** Names unsaved work that only the memory of this page may hold. `isAtRisk` may store it synchronously before it answers. Gives the function that stops it. */
export function guardUnpersisted(isAtRisk: () => boolean): () => void {
  const onQuestion = (event: Event) => (event as CustomEvent<boolean[]>).detail.push(isAtRisk());
  window.addEventListener(riskEvent, onQuestion);
  return () => window.removeEventListener(riskEvent, onQuestion);
}

/** Whether leaving this page now would lose work that neither the server nor this browser's storage has, in whichever remote. */
export function hasUnpersisted(): boolean {
  const answers: boolean[] = [];
  window.dispatchEvent(new CustomEvent(riskEvent, { detail: answers }));
  return answers.includes(true);
}

const keyOf = (name: string) => `inkbear-tab:${name}`;

/** What this tab left here under a name before it was loaded again. Anybody can write into a browser: whatever is no object is nothing. */
export function readLeft(name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Leaves values for this tab's next page whenever this one may go away; what a browser does not keep is not there. */
export function leaveForNextPage(name: string, values: () => Record<string, unknown>): void {
  const keep = () => {
    try {
      const all = values();
      if (Object.keys(all).length === 0) sessionStorage.removeItem(keyOf(name));
      else sessionStorage.setItem(keyOf(name), JSON.stringify(all));
    } catch {
      // A private window or a full store: before that the browser asks whether to leave.
    }
  };
  window.addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') keep(); });
}

/** Nothing of a name is for the next page any more. */
export function forgetLeft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // Nothing is kept there.
  }
}
