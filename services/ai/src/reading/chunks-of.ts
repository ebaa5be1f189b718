/**
 * Divides items into chunks, in order. A larger item has a chunk of its own.
 * @param sizeOf the size of an item
 * @param maxSize the most that the items of a chunk have together
 */
export function chunksOf<T>(items: readonly T[], sizeOf: (item: T) => number, maxSize: number): T[][] {
  const chunks: T[][] = [];
  let size = Infinity;
  for (const item of items) {
    size += sizeOf(item);
    if (size > maxSize) {
      chunks.push([]);
      size = sizeOf(item);
    }
    chunks.at(-1)?.push(item);
  }
  return chunks;
}
