import { LRUCache } from 'lru-cache';
import type { Drawing, TypesetText, TextPage } from './page.ts';

/** Estimated memory of an object besides its texts and streams, in bytes. */
const objectBytes = 200;

const sizeOfDrawing = ({ ids, xs, ys, runs, texts }: Drawing): number =>
  ids.byteLength + xs.byteLength + ys.byteLength + (1 + runs.length + texts.length) * objectBytes;

const sizeOfPage = (page: TextPage): number => {
  if (page.kind === 'stream') return page.deflated.byteLength + objectBytes;
  if (page.kind === 'drawing') return sizeOfDrawing(page.drawing);
  return page.pieces.reduce((sum, { content }) => sum + content.length + objectBytes, objectBytes);
};

const sizeOf = ({ pages, elements }: TypesetText, key: string): number =>
  pages.reduce((sum, page) => sum + sizeOfPage(page), key.length * 2 + elements.length * objectBytes);

/**
 * The texts that were typeset last. Their keys are the values from which they were typeset, so that an entry is never
 * stale. Page numbers, running heads and the contents depend on other chapters and are not cached.
 */
export class ChapterCache {
  readonly #texts: LRUCache<string, TypesetText>;

  constructor(maxBytes: number) {
    this.#texts = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
  }

  /** Returns the cached text for these values, or calls `typeset` and caches its result. */
  getOrCreate(values: readonly string[], typeset: () => TypesetText): TypesetText {
    const key = JSON.stringify(values);
    const known = this.#texts.get(key);
    if (known) return known;
    const text = typeset();
    this.#texts.set(key, text);
    return text;
  }
}
