/** Small things remembered on this device. A browser that keeps nothing remembers nothing, and nobody has to know. */
export const safeLocalStorage = {
  get: (key: string): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** `null` forgets. */
  set: (key: string, value: string | null): void => {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      // Private windows and full stores: what was to be remembered is not.
    }
  },
};
