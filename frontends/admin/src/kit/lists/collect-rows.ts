import type { ListSource, ListWords } from './list-source.ts';

/** The most rows that the server gives at once. */
const pageSize = 500;

/** Every row of a list from its first page on. `onProgress` hears how many have come; aborting `signal` throws. */
export async function collectRows<Row>(
  source: ListSource<Row>,
  words: ListWords,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (rows: number) => void },
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await source.load({ ...words, limit: pageSize, cursor }, signal);
    rows.push(...page.rows);
    onProgress(rows.length);
    cursor = page.next;
  }
  return rows;
}
