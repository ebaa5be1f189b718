import { countWordStarts, isAfterSpace } from '@inkbear/prose/word-count';
import { useSyncExternalStore } from 'react';

/** In milliseconds. */
const renderIntervalMs = 100;

interface StreamedText {
  readonly text: string;
  readonly words: number;
}

/**
 * A text that arrives as a stream. Subscribers re-render at most ten times a second, so a token neither renders the page
 * around the text nor recounts all words.
 */
export class StreamingText {
  readonly #listeners = new Set<() => void>();
  #received: StreamedText = { text: '', words: 0 };
  #rendered: StreamedText = this.#received;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The text received so far. */
  get text(): string {
    return this.#received.text;
  }

  append(piece: string): void {
    const { text, words } = this.#received;
    this.#received = { text: text + piece, words: words + countWordStarts(piece, isAfterSpace(text, text.length)) };
    this.#timer ??= setTimeout(() => this.#publish(), renderIntervalMs);
  }

  /** Forgets the text: the request begins again. */
  readonly restart = (): void => {
    this.#received = { text: '', words: 0 };
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
