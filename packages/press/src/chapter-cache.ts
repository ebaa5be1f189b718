import { LRUCache } from 'lru-cache';
import type { SetText, TextPage } from './page.ts';

/** Estimated memory of an object besides its texts and streams, in bytes. */
const OBJECT_BYTES = 200;

const sizeOfPage = (page: TextPage): number => {
  if (page.kind === 'stream') return page.deflated.byteLength + OBJECT_BYTES;
  return page.pieces.reduce((sum, { content }) => sum + content.length + OBJECT_BYTES, OBJECT_BYTES);
};

const sizeOf = ({ pages, elements }: SetText, key: string): number =>
  pages.reduce((sum, page) => sum + sizeOfPage(page), key.length * 2 + elements.length * OBJECT_BYTES);

/**
 * The texts that were set last. Their keys are the values from which they were set, so that an entry is never stale. Page
 * numbers, running heads and the contents depend on other chapters and are not cached.
 */
export class ChapterCache {
  readonly #texts: LRUCache<string, SetText>;

  constructor(maxBytes: number) {
    this.#texts = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
  }

  /** Finds the text that was set from the same values, or calls `set`. */
  get(values: readonly string[], set: () => SetText): SetText {
    const key = JSON.stringify(values);
    const known = this.#texts.get(key);
    if (known) return known;
    const text = set();
    this.#texts.set(key, text);
    return text;
  }
}
