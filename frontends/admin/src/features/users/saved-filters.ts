import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import { z } from 'zod';

const key = 'inkbear-admin-filters';
const savedFilter = z.object({ name: z.string(), words: z.record(z.string(), z.string()) });
/** A filter of the users' list by name; `words` as they stand in the address. */
export type SavedFilter = z.infer<typeof savedFilter>;

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}

/** Filters that this browser remembers. */
export const savedFilters = {
  read: (): SavedFilter[] =>
    z
      .array(savedFilter)
      .catch([])
      .parse(parse(safeLocalStorage.get(key))),
  keep: (filters: readonly SavedFilter[]): void =>
    safeLocalStorage.set(key, filters.length === 0 ? null : JSON.stringify(filters)),
};
