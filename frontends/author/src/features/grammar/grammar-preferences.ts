import type { Dialect } from '@inkbear/prose/grammar/finding';
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';

/** The grammar preferences of an author, on this device. */
export interface GrammarPreferences {
  readonly dialect: Dialect;
  readonly ignored: readonly string[];
}

const key = (userId: string) => `inkbear-grammar:${userId}`;
const defaults: GrammarPreferences = { dialect: 'uk', ignored: [] };

export const grammarPreferences = {
  read: (userId: string): GrammarPreferences => {
    try {
      const { dialect, ignored } = JSON.parse(safeLocalStorage.get(key(userId)) ?? '{}') as Partial<GrammarPreferences>;
      return { dialect: dialect === 'us' ? 'us' : 'uk', ignored: Array.isArray(ignored) ? ignored : [] };
    } catch {
      return defaults;
    }
  },
  save: (userId: string, preferences: GrammarPreferences): void =>
    safeLocalStorage.set(key(userId), JSON.stringify(preferences)),
};
