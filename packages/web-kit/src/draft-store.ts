import { SessionStore, useSessionValue } from './session-store.ts';

/**
 * Keeps, by key, what a user has typed in a form and not sent yet. It survives closing the form and reloading the page, and
 * belongs to the signed-in user.
 * @param name unique name of the store in this browser
 */
export function createDraftStore<T extends object>(name: string, empty: T) {
  const isEmpty = (draft: T): boolean => JSON.stringify(draft) === JSON.stringify(empty);
  let created: SessionStore<T> | undefined;
  // Pages that are prerendered load this module where there is no browser.
  const drafts = (): SessionStore<T> =>
    (created ??= new SessionStore<T>({
      persistence: {
        name,
        toJson: (draft) => (isEmpty(draft) ? undefined : draft),
        // A draft from before an upgrade lacks the fields that are new.
        fromJson: (json) => ({ ...empty, ...(json as T) }),
      },
    }));
  const get = (key: string): T => drafts().get(key) ?? empty;
  const set = (key: string, draft: T): void => drafts().set(key, draft);
  return {
    get,
    set,
    change: (key: string, part: Partial<T>): void => set(key, { ...get(key), ...part }),
    clear: (key: string): void => drafts().set(key, undefined),
    isEmpty,
    /** The draft of a form, in a component. */
    useDraft: (key: string): T => useSessionValue(drafts(), key) ?? empty,
  };
}
