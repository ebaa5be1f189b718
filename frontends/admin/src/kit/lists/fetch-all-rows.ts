import type { ListParams, ListSource } from './list-source.ts';

/** The largest page that the server sends. */
const pageSize = 500;

/**
 * Fetches every page of a list, from the first on.
 * @param options.onProgress called after each page with the number of rows so far
 * @throws when `signal` is aborted or a page cannot be loaded
 */
export async function fetchAllRows<Row>(
  source: ListSource<Row>,
  params: ListParams,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (rows: number) => void },
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await source.load({ ...params, limit: pageSize, cursor }, signal);
    rows.push(...page.rows);
    onProgress(rows.length);
    cursor = page.next;
  }
  return rows;
}
