import { useEffect } from 'react';
import { tabOwner } from './tab-owner.ts';
import { userDrafts } from './user-drafts.ts';

/**
 * Makes the browser ask before the page is left or loaded again while `isNeeded`. Gives the function that stops asking.
 */
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
 * Names unsaved work that only the memory of this page may hold. `isAtRisk` may store it synchronously before it
 * answers. Gives the function that stops it.
 */
export function guardUnpersisted(isAtRisk: () => boolean): () => void {
  const onQuestion = (event: Event) => (event as CustomEvent<boolean[]>).detail.push(isAtRisk());
  window.addEventListener(unpersistedEvent, onQuestion);
  return () => window.removeEventListener(unpersistedEvent, onQuestion);
}

/**
 * Whether leaving this page now would lose work that neither the server nor this browser's storage has, in whichever
 * remote.
 */
export function hasUnpersisted(): boolean {
  const answers: boolean[] = [];
  window.dispatchEvent(new CustomEvent(unpersistedEvent, { detail: answers }));
  return answers.includes(true);
}

type Values = Readonly<Record<string, unknown>>;

/**
 * What a user left in this tab under a name before it was loaded again. Anybody can write into a browser: whatever is
 * no object is nothing.
 */
export function readPersisted(name: string, owner = tabOwner.current()): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(userDrafts.read('tab', owner, name) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Leaves values of a user for this tab's next page; none at all removes what was left before. */
export function writePersisted(name: string, owner: string, values: Values): void {
  userDrafts.write('tab', { owner, name, text: Object.keys(values).length === 0 ? null : JSON.stringify(values) });
}

/** Leaves the present user's values whenever this page may go away. */
export function persistOnPageHide(name: string, values: () => Values): void {
  const persist = () => writePersisted(name, tabOwner.current(), values());
  window.addEventListener('pagehide', persist);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') persist();
  });
}

/** Nothing of a name is for the present user's next page any more. */
export const clearPersisted = (name: string): void => writePersisted(name, tabOwner.current(), {});
