/**
 * `tab`: sessionStorage, for this tab's next page. `device`: localStorage, for as long as its user stays signed in
 * here.
 */
export type DraftArea = 'tab' | 'device';

const prefix = 'inkbear-draft:';
const storageOf = (area: DraftArea): Storage => (area === 'tab' ? sessionStorage : localStorage);
/** A user's id has no colon; a visitor's drafts have an empty one. */
const keyOf = (owner: string, name: string) => `${prefix}${owner}:${name}`;

/**
 * Texts that somebody has typed and not sent, in this browser. Every key carries its user, so one user's drafts are
 * never read for another; the sign-out removes them. A browser that stores nothing has no drafts.
 */
export const userDrafts = {
  read: (area: DraftArea, owner: string, name: string): string | null => {
    try {
      return storageOf(area).getItem(keyOf(owner, name));
    } catch {
      return null;
    }
  },

  /** Null removes it. False when the browser did not store it. */
  write: (area: DraftArea, { owner, name, text }: { owner: string; name: string; text: string | null }): boolean => {
    try {
      if (text === null) storageOf(area).removeItem(keyOf(owner, name));
      else storageOf(area).setItem(keyOf(owner, name), text);
      return true;
    } catch {
      return false;
    }
  },

  /** Removes every draft of this user. */
  removeAll: (owner: string): void => removeWhere((each) => each === owner),

  /**
   * Removes the drafts of every user but this one; a visitor's stay, for they may have signed in to go on with them.
   */
  removeOthers: (owner: string): void => removeWhere((each) => each !== owner && each !== ''),
};

function removeWhere(isUnwanted: (owner: string) => boolean): void {
  for (const area of ['tab', 'device'] as const) {
    try {
      const storage = storageOf(area);
      const keys = Object.keys(storage).filter((key) => key.startsWith(prefix));
      for (const key of keys)
        if (isUnwanted(key.slice(prefix.length, key.indexOf(':', prefix.length)))) storage.removeItem(key);
    } catch {
      // A browser that blocks storage has stored nothing, so there is nothing to remove.
    }
  }
}
