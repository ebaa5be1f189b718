import { tabOwner } from './tab-owner.ts';
import { userDrafts } from './user-drafts.ts';

type Values = Readonly<Record<string, unknown>>;

/** The values that a user stored in this tab before a reload. Malformed values count as empty. */
export function readPersisted(name: string, owner = tabOwner.current()): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(userDrafts.read('tab', owner, name) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Stores a user's values for this tab's next page; an empty object removes them. */
export function writePersisted(name: string, owner: string, values: Values): void {
  userDrafts.write('tab', { owner, name, text: Object.keys(values).length === 0 ? null : JSON.stringify(values) });
}

/** Stores the current user's values whenever this page may be unloaded. */
export function persistOnPageHide(name: string, values: () => Values): void {
  const persist = () => writePersisted(name, tabOwner.current(), values());
  window.addEventListener('pagehide', persist);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') persist();
  });
}

/** Removes the current user's stored values of this name. */
export const clearPersisted = (name: string): void => writePersisted(name, tabOwner.current(), {});
