import { randomUUID } from 'node:crypto';

const words = 'the lamp was lit and nobody on the shore could say who had carried it up the hill that night'.split(' ');

/** Prose of so many characters. */
export function proseOf(length: number): string {
  let text = '';
  for (let index = 0; text.length < length; index += 1)
    text += `${words[(index * 7) % words.length]}${index % 90 === 89 ? '.\n' : ' '}`;
  return text.slice(0, length);
}

/**
 * One chapter that is typed into. Each stroke puts a word somewhere in the middle and takes the word before it away, so
 * that the text keeps its length.
 */
export class Desk {
  readonly id: string;
  rev = 1;
  #text: string;
  #typed: { at: number; length: number } | null = null;
  #strokes = 0;

  constructor(id: string, text: string) {
    this.id = id;
    this.#text = text;
  }

  /** The next save: the whole text after it, and the same as changes. */
  type(): { text: string; changes: unknown[]; changeId: string } {
    this.#strokes += 1;
    const before = this.#text;
    const word = `word${this.#strokes % 1000} `;
    const at = this.#typed?.at ?? Math.floor(before.length / 2);
    const removed = this.#typed?.length ?? 0;
    this.#typed = { at, length: word.length };
    this.#text = before.slice(0, at) + word + before.slice(at + removed);
    return { text: this.#text, changes: [at, [removed, word], before.length - at - removed], changeId: randomUUID() };
  }
}
