/** How many rows and how many bytes one page may have. */
export interface PageLimits {
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
