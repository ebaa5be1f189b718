/** The items of all pages, one page at a time; `next` names the page after it. */
export async function* readPages<T, C>(
  readPage: (after: C | undefined) => Promise<{ items: readonly T[]; next: C | null }>,
): AsyncGenerator<T> {
  let after: C | undefined;
  for (;;) {
    const { items, next } = await readPage(after);
    yield* items;
    if (next === null) return;
    after = next;
  }
}
