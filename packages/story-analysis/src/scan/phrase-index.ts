import type { Word } from '../words.ts';
import { wordsOf } from '../words.ts';

interface Node {
  readonly next: Map<string, Node>;
  /** The phrase that ends here. */
  phrase?: string;
}

/** Where a phrase stands: the indexes of its first word and of the word after its last one. */
export interface PhraseHit {
  readonly phrase: string;
  readonly first: number;
  readonly end: number;
}

/** A trie that finds phrases in the words of a text, in time proportional to the text. */
export class PhraseIndex {
  readonly #root: Node = { next: new Map() };

  constructor(phrases: readonly string[]) {
    for (const phrase of phrases) {
      let node = this.#root;
      for (const { text } of wordsOf(phrase)) {
        const known = node.next.get(text) ?? { next: new Map<string, Node>() };
        node.next.set(text, known);
        node = known;
      }
      node.phrase = phrase;
    }
  }

  /** All hits in order, without overlaps: at each place the longest phrase. */
  find(words: readonly Word[]): PhraseHit[] {
    const hits: PhraseHit[] = [];
    for (let first = 0; first < words.length;) {
      const hit = this.#longestAt(words, first);
      if (hit) hits.push(hit);
      first = hit?.end ?? first + 1;
    }
    return hits;
  }

  #longestAt(words: readonly Word[], first: number): PhraseHit | null {
    let node: Node | undefined = this.#root;
    let longest: PhraseHit | null = null;
    for (let at = first; at < words.length; at += 1) {
      node = node.next.get(words[at]?.text ?? '');
      if (!node) break;
      if (node.phrase !== undefined) longest = { phrase: node.phrase, first, end: at + 1 };
    }
    return longest;
  }
}
