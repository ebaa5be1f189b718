import { type ClassSpan, clipSpans } from './class-spans.ts';

/** A text that was removed from a book, with the classes of its parts. */
export interface RemovedText {
  readonly text: string;
  readonly spans: readonly ClassSpan[];
  /** When it was removed, in milliseconds since 1970. */
  readonly at: number;
}

/** A shorter text is not recognised when it is inserted again: it may be typed again by chance. In UTF-16 units. */
export const minReinsertedUnits = 20;
/** The removed text that is stored for each book, in UTF-16 units; the oldest is dropped first. */
const maxUnits = 400_000;
/** A span is counted as this many units, so that spans are bounded, too. */
const unitsPerSpan = 50;
/** Every tenth 10-gram is indexed, so each range of 20 units contains an indexed one. */
const gramUnits = 10;
/** Maximum occurrences of one n-gram that are compared, newest first. */
const maxOccurrences = 8;

interface Occurrence {
  readonly removed: RemovedText;
  readonly at: number;
}

/** Finds removed text that is inserted again, by undo, cut and paste, or the restoring of a revision. */
export class RemovedTexts {
  #texts: RemovedText[] = [];
  #units = 0;
  #occurrences = new Map<string, Occurrence[]>();

  constructor(texts: readonly RemovedText[] = []) {
    for (const removed of texts) this.add(removed);
  }

  /** The stored texts, oldest first. */
  get texts(): readonly RemovedText[] {
    return this.#texts;
  }

  add(removed: RemovedText): void {
    if (removed.text.length < minReinsertedUnits || unitsOf(removed) > maxUnits) return;
    this.#texts.push(removed);
    this.#units += unitsOf(removed);
    if (this.#units > maxUnits) this.#dropOldest();
    else this.#index(removed);
  }

  /** The classes of a text that is a part of a removed one, in its own positions; null when it is not. */
  findWhole(text: string): ClassSpan[] | null {
    if (text.length < minReinsertedUnits) return null;
    for (let offset = 0; offset < gramUnits; offset += 1) {
      for (const { removed, at } of this.#occurrencesOf(text, offset)) {
        const start = at - offset;
        if (start >= 0 && removed.text.startsWith(text, start))
          return clipSpans(removed.spans, start, start + text.length, -start);
      }
    }
    return null;
  }

  /** The ranges of a text that were removed before, at least twenty units each, in order, with their classes. */
  findParts(text: string): { from: number; to: number; spans: ClassSpan[] }[] {
    const parts: { from: number; to: number; spans: ClassSpan[] }[] = [];
    let free = 0;
    for (let at = 0; at + gramUnits <= text.length;) {
      const found = this.#longestAt(text, at, free);
      if (found) {
        const { removed, start, from, to } = found;
        parts.push({ from, to, spans: clipSpans(removed.spans, start, start + to - from, from - start) });
        free = to;
      }
      at = found ? found.to : at + 1;
    }
    return parts;
  }

  #longestAt(text: string, at: number, free: number) {
    let longest: { removed: RemovedText; start: number; from: number; to: number } | null = null;
    for (const occurrence of this.#occurrencesOf(text, at)) {
      const other = occurrence.removed.text;
      let [from, start] = [at, occurrence.at];
      while (from > free && start > 0 && text[from - 1] === other[start - 1]) [from, start] = [from - 1, start - 1];
      let to = at + gramUnits;
      while (to < text.length && text[to] === other[start + to - from] && start + to - from < other.length) to += 1;
      if (to - from >= minReinsertedUnits && to - from > (longest ? longest.to - longest.from : 0))
        longest = { removed: occurrence.removed, start, from, to };
    }
    return longest;
  }

  /** Newest first. */
  #occurrencesOf(text: string, at: number): readonly Occurrence[] {
    return this.#occurrences.get(text.slice(at, at + gramUnits)) ?? [];
  }

  #index(removed: RemovedText): void {
    for (let at = 0; at + gramUnits <= removed.text.length; at += gramUnits) {
      const gram = removed.text.slice(at, at + gramUnits);
      const occurrences = this.#occurrences.get(gram) ?? [];
      this.#occurrences.set(gram, [{ removed, at }, ...occurrences].slice(0, maxOccurrences));
    }
  }

  /** Drops more than needed, so that the index is not rebuilt for each removed text. */
  #dropOldest(): void {
    const stored = this.#texts;
    [this.#texts, this.#units, this.#occurrences] = [[], 0, new Map()];
    let first = stored.length;
    let units = 0;
    while (first > 0 && units + unitsOf(stored[first - 1]) <= maxUnits / 2) {
      first -= 1;
      units += unitsOf(stored[first]);
    }
    // The newest text alone may be longer than half of the limit.
    for (const removed of stored.slice(Math.min(first, stored.length - 1))) this.add(removed);
  }
}

const unitsOf = (removed: RemovedText | undefined): number =>
  removed ? removed.text.length + unitsPerSpan * removed.spans.length : 0;
