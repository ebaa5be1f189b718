/** How many rows and how many bytes one page may have. */
interface PageLimits {
  readonly rows: number;
  readonly bytes: number;
}

/** The first rows that fit one page together; at least one, so that a long row stands alone on its page. */
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

/** The same for rows that are read one after the other: those that fit, and whether another one follows. Reads one row too many at most. */
export async function readFitting<T>(
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
