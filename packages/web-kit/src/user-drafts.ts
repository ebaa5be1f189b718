/** `tab`: sessionStorage, survives a reload of this tab. `device`: localStorage, until the user signs out. */
export type DraftArea = 'tab' | 'device';

const prefix = 'inkbear-draft:';
const storageOf = (area: DraftArea): Storage => (area === 'tab' ? sessionStorage : localStorage);
/** User ids contain no colon; visitors have an empty id. */
const keyOf = (owner: string, name: string) => `${prefix}${owner}:${name}`;

/**
 * Unsent texts in this browser. Every key contains the user's id, so drafts of another user are never read; a sign-out
 * removes them. Without browser storage there are no drafts.
 */
export const userDrafts = {
  read: (area: DraftArea, owner: string, name: string): string | null => {
    try {
      return storageOf(area).getItem(keyOf(owner, name));
    } catch {
      return null;
    }
  },

  /** Null removes the draft. False when the browser did not store it. */
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
  removeAll: (owner: string): void => removeWhere((other) => other === owner),

  /** Removes the drafts of all other users, except visitors', because the user may have typed them before signing in. */
  removeOthers: (owner: string): void => removeWhere((other) => other !== owner && other !== ''),
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
