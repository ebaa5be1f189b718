import type { Dialect } from '@inkbear/prose/grammar/finding';
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';

/** The grammar settings of an author, on this device. */
export interface GrammarChoices {
  readonly dialect: Dialect;
  readonly ignored: readonly string[];
}

const key = (userId: string) => `inkbear-grammar:${userId}`;
const defaults: GrammarChoices = { dialect: 'uk', ignored: [] };

export const grammarPreferences = {
  read: (userId: string): GrammarChoices => {
    try {
      const { dialect, ignored } = JSON.parse(safeLocalStorage.get(key(userId)) ?? '{}') as Partial<GrammarChoices>;
      return { dialect: dialect === 'us' ? 'us' : 'uk', ignored: Array.isArray(ignored) ? ignored : [] };
    } catch {
      return defaults;
    }
  },
  save: (userId: string, choices: GrammarChoices): void => safeLocalStorage.set(key(userId), JSON.stringify(choices)),
};
