import { useEffect } from 'react';

/** Makes the browser warn before the page unloads while `isNeeded` returns true; returns a function that stops it. */
export function warnBeforeUnload(isNeeded: () => boolean): () => void {
  const onLeave = (event: Event) => {
    if (isNeeded()) event.preventDefault();
  };
  window.addEventListener('beforeunload', onLeave);
  return () => window.removeEventListener('beforeunload', onLeave);
}

export function useWarnBeforeUnload(isNeeded: boolean): void {
  useEffect(() => (isNeeded ? warnBeforeUnload(() => true) : undefined), [isNeeded]);
}

const unpersistedEvent = 'inkbear:unpersisted';

/**
 * Registers unsaved work that may exist only in this page's memory. `isAtRisk` may store it synchronously before it
 * returns. Returns a function that unregisters it.
 */
export function guardUnpersisted(isAtRisk: () => boolean): () => void {
  const onCheck = (event: Event) => (event as CustomEvent<boolean[]>).detail.push(isAtRisk());
  window.addEventListener(unpersistedEvent, onCheck);
  return () => window.removeEventListener(unpersistedEvent, onCheck);
}

/** Whether any remote has unsaved work that neither the server nor this browser's storage has. */
export function hasUnpersisted(): boolean {
  const answers: boolean[] = [];
  window.dispatchEvent(new CustomEvent(unpersistedEvent, { detail: answers }));
  return answers.includes(true);
}
