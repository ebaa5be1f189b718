import { type Fingerprint, hashShingles, winnow } from './fingerprint.ts';

/** A text that shares this much with another one is a copy of it. */
const copiedShare = 0.6;

/** Finds of which known text another one is a copy. Takes time proportional to the text, however many texts are known. */
export class CopyFinder {
  /** By window, then by hash: the id of the text that has it, or the ids. Few hashes are in more than one text. */
  readonly #ids = new Map<number, Map<number, string | string[]>>();

  constructor(texts: Iterable<readonly [id: string, fingerprint: Fingerprint]>) {
    for (const [id, { window, hashes }] of texts) {
      const idsByHash = this.#ids.get(window) ?? new Map<number, string | string[]>();
      for (const hash of hashes) {
        const ids = idsByHash.get(hash);
        if (Array.isArray(ids)) ids.push(id);
        else idsByHash.set(hash, ids === undefined ? id : [ids, id]);
      }
      this.#ids.set(window, idsByHash);
    }
  }

  /** The id of the text with which this one shares most, at least 60 % of its own hashes; null when there is none. */
  find(text: string): string | null {
    if (this.#ids.size === 0) return null;
    const shingles = hashShingles(text);
    let best: { id: string; share: number } | null = null;
    for (const [window, idsByHash] of this.#ids) {
      const own = winnow(shingles, window);
      const shared = new Map<string, number>();
      for (const hash of own) {
        const ids = idsByHash.get(hash) ?? [];
        for (const id of Array.isArray(ids) ? ids : [ids]) shared.set(id, (shared.get(id) ?? 0) + 1);
      }
      for (const [id, count] of shared) {
        const share = count / own.length;
        if (share >= copiedShare && share > (best?.share ?? 0)) best = { id, share };
      }
    }
    return best?.id ?? null;
  }
}
