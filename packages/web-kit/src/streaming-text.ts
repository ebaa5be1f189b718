import { countWordStarts, isAfterSpace } from '@inkbear/prose/word-count';
import { useSyncExternalStore } from 'react';

/** Milliseconds between two redraws of a text that streams in. */
const renderIntervalMs = 100;

interface StreamedText {
  readonly text: string;
  readonly words: number;
}

/**
 * A text that streams in piece by piece. Only what shows it subscribes to it, and is drawn at most ten times a second:
 * a token neither redraws the page around it nor counts the words anew.
 */
export class StreamingText {
  readonly #listeners = new Set<() => void>();
  #received: StreamedText = { text: '', words: 0 };
  #rendered: StreamedText = this.#received;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** All that has arrived. */
  get text(): string {
    return this.#received.text;
  }

  append(piece: string): void {
    const { text, words } = this.#received;
    this.#received = { text: text + piece, words: words + countWordStarts(piece, isAfterSpace(text, text.length)) };
    this.#timer ??= setTimeout(() => this.#publish(), renderIntervalMs);
  }

  /** What is on the screen; the same object until the next redraw. */
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

/** Renders when more of the text is to be shown. */
export const useStreamingText = (streaming: StreamingText): StreamedText =>
  useSyncExternalStore(streaming.subscribe, streaming.view);
