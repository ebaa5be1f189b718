import { parseJson } from '@inkbear/web-kit/parse-json.ts';
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import { z } from 'zod';

const storageKey = 'inkbear-admin-filters';
/** A named filter of the user list, with its query parameters. */
export interface SavedFilter {
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
}
/** Local storage calls the parameters `words`, so that filters from earlier releases stay readable. */
const storedFilters = z.array(z.object({ name: z.string(), words: z.record(z.string(), z.string()) })).catch([]);

/** Filters in this browser's local storage. */
export const savedFilters = {
  read: (): SavedFilter[] =>
    storedFilters
      .parse(parseJson(safeLocalStorage.get(storageKey) ?? '[]'))
      .map(({ name, words }) => ({ name, params: words })),
  write: (filters: readonly SavedFilter[]): void =>
    safeLocalStorage.set(
      storageKey,
      filters.length === 0 ? null : JSON.stringify(filters.map(({ name, params }) => ({ name, words: params }))),
    ),
};
