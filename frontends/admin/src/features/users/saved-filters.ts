import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import { z } from 'zod';

const storageKey = 'inkbear-admin-filters';
// `words` is the stored name.
const savedFilter = z.object({ name: z.string(), words: z.record(z.string(), z.string()) });
/** A named filter of the user list; `words` holds the query parameters. */
export type SavedFilter = z.infer<typeof savedFilter>;

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}

/** Filters in this browser's local storage. */
export const savedFilters = {
  read: (): SavedFilter[] =>
    z
      .array(savedFilter)
      .catch([])
      .parse(parseJson(safeLocalStorage.get(storageKey))),
  write: (filters: readonly SavedFilter[]): void =>
    safeLocalStorage.set(storageKey, filters.length === 0 ? null : JSON.stringify(filters)),
};
