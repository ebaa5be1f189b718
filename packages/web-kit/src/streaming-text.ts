import type { PartCount } from '@inkbear/contracts/ai/limit';
import type { PartStart } from '@inkbear/contracts/route';
import { countWords, countWordStarts, isAfterSpace } from '@inkbear/prose/word-count';
import { useSyncExternalStore } from 'react';

/** In milliseconds. */
const renderIntervalMs = 100;

interface StreamedText {
  readonly text: string;
  readonly words: number;
  /** The part that is being written; null for a text that is written at once. */
  readonly part: PartStart | null;
}

/** The parts of a text that are complete. The server keeps them when the author stops. */
export interface FinishedParts extends PartCount {
  readonly text: string;
  readonly resultId: string;
}

const noText: StreamedText = { text: '', words: 0, part: null };

/**
 * A text that arrives as a stream. Subscribers re-render at most ten times a second, so a token neither renders the page
 * around the text nor recounts all words.
 */
export class StreamingText {
  readonly #listeners = new Set<() => void>();
  #received: StreamedText = noText;
  #rendered: StreamedText = this.#received;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The text received so far. */
  get text(): string {
    return this.#received.text;
  }

  /** Null when no part is complete. */
  get finishedParts(): FinishedParts | null {
    const { text, part } = this.#received;
    if (part === null || part.index === 0) return null;
    const { index, of, from, resultId } = part;
    return { text: text.slice(0, from).trimEnd(), resultId, done: index, of };
  }

  append(piece: string): void {
    const { text, words, part } = this.#received;
    this.#update({
      text: text + piece,
      words: words + countWordStarts(piece, isAfterSpace(text, text.length)),
      part,
    });
  }

  /** Begins a part at `part.from`, and drops text received beyond that position. */
  readonly beginPart = (part: PartStart): void => {
    const text = this.#received.text.slice(0, part.from);
    this.#update({ text, words: countWords(text), part });
  };

  #update(received: StreamedText): void {
    this.#received = received;
    this.#timer ??= setTimeout(() => this.#publish(), renderIntervalMs);
  }

  /** Forgets the text: the request begins again. */
  readonly restart = (): void => {
    this.#received = noText;
  };

  /** The snapshot to render; the same object until the next update. */
  readonly view = (): StreamedText => this.#rendered;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #publish(): void {
    this.#timer = undefined;
    this.#rendered = this.#received;
    for (const listener of this.#listeners) listener();
  }
}

/** Subscribes to a streaming text. */
export const useStreamingText = (streaming: StreamingText): StreamedText =>
  useSyncExternalStore(streaming.subscribe, streaming.view);
