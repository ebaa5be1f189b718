import { randomUUID } from 'node:crypto';

const words = 'the lamp was lit and nobody on the shore could say who had carried it up the hill that night'.split(' ');

/** Deterministic prose with `length` characters. */
export function generateProse(length: number): string {
  let text = '';
  for (let index = 0; text.length < length; index += 1)
    text += `${words[(index * 7) % words.length]}${index % 90 === 89 ? '.\n' : ' '}`;
  return text.slice(0, length);
}

/** A chapter in an editor. Each edit replaces the word in the middle of the text, so that its length stays the same. */
export class ChapterSession {
  readonly id: string;
  rev = 1;
  #text: string;
  #typed: { at: number; length: number } | null = null;
  #strokes = 0;

  constructor(id: string, text: string) {
    this.id = id;
    this.#text = text;
  }

  /** The next edit, both as the whole new text and as a list of changes. */
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
