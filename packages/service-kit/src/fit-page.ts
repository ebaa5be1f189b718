/** Maximum rows and bytes of one page. */
interface PageLimits {
  readonly rows: number;
  readonly bytes: number;
}

/** Takes the first rows that fit one page. Always at least one, so a row above the byte limit gets its own page. */
export function fitPage<T extends { readonly bytes: number }>(sizes: readonly T[], limits: PageLimits): T[] {
  const page: T[] = [];
  let bytes = 0;
  for (const size of sizes) {
    bytes += size.bytes;
    if (page.length === limits.rows || (page.length > 0 && bytes > limits.bytes)) break;
    page.push(size);
  }
  return page;
}

/** Like `fitPage`, for rows from a cursor. Also returns whether more rows follow; reads at most one row too many. */
export async function readPage<T>(
  rows: AsyncIterable<T>,
  sizeOf: (row: T) => number,
  limits: PageLimits,
): Promise<{ page: T[]; hasMore: boolean }> {
  const page: T[] = [];
  let bytes = 0;
  for await (const row of rows) {
    bytes += sizeOf(row);
    if (page.length === limits.rows || (page.length > 0 && bytes > limits.bytes)) return { page, hasMore: true };
    page.push(row);
  }
  return { page, hasMore: false };
}
