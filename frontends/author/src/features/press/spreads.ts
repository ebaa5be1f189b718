/** The pages that are open at the same time, by their index: a left-hand and a right-hand one, or one of them. */
export type Spread = readonly number[];

/**
 * The spreads of a book. Page 0 is a right-hand page, so it is alone; so is the last page of an even number.
 * @param isSingle one page at a time, for narrow windows
 */
export function listSpreads(pageCount: number, isSingle: boolean): Spread[] {
  if (isSingle) return Array.from({ length: pageCount }, (_, page) => [page]);
  const spreads: Spread[] = pageCount > 0 ? [[0]] : [];
  for (let page = 1; page < pageCount; page += 2) spreads.push(page + 1 < pageCount ? [page, page + 1] : [page]);
  return spreads;
}

export const spreadOfPage = (spreads: readonly Spread[], page: number): number =>
  Math.max(
    0,
    spreads.findIndex((pages) => pages.includes(page)),
  );

/** “Page 1 of 248”, “Pages 12 and 13 of 248”. */
export const spreadName = (spread: Spread, pageCount: number): string =>
  `${spread.length === 1 ? 'Page' : 'Pages'} ${spread.map((page) => page + 1).join(' and ')} of ${pageCount}`;

/** The pages that are drawn: those that are shown, then those of the two spreads before and after. */
export const pagesToDraw = (spreads: readonly Spread[], shown: number): number[] =>
  [0, 1, -1, 2, -2].flatMap((distance) => spreads[shown + distance] ?? []);
