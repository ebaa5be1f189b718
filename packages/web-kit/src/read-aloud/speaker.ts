import { sentenceAt, sentenceBefore, type Span } from './sentences.ts';
import type { TtsSettings } from './tts-settings.ts';

/** A text that can be read aloud. */
export interface ReadingSource {
  readonly text: () => string;
  /** The start position: the cursor, or a selection with its end. */
  readonly start: () => { readonly from: number; readonly to?: number };
  /** Highlights the spoken sentence; null removes the highlight. */
  readonly show: (span: Span | null) => void;
  /** The current range of that sentence after edits; null when unknown. */
  readonly spoken?: () => Span | null;
  /** BCP 47. */
  readonly language: string;
}

export type SpeakerState = 'idle' | 'playing' | 'paused';
export interface SpeakerEvents {
  readonly onState: (state: SpeakerState) => void;
  readonly onError: () => void;
}

/** Debounces changes of voice, speed and volume, in milliseconds. */
const changeDelayMs = 250;

/**
 * Reads a text sentence by sentence. A pause cancels the utterance and remembers the position, so it works with engines
 * that cannot resume, and edits made during the pause are read.
 */
export class Speaker {
  readonly #engine: SpeechSynthesis;
  readonly #source: ReadingSource;
  readonly #events: SpeakerEvents;
  #settings: TtsSettings;
  #state: SpeakerState = 'idle';
  #sentence: Span | null = null;
  /** The end of the selection that is being read; null when everything to the end of the text is read. */
  #end: number | null = null;
  /** The length of the text when `#end` was last set; a different length shows that text before `#end` was edited. */
  #length = 0;
  #utterance: SpeechSynthesisUtterance | null = null;
  #changeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(engine: SpeechSynthesis, source: ReadingSource, settings: TtsSettings, events: SpeakerEvents) {
    [this.#engine, this.#source, this.#settings, this.#events] = [engine, source, settings, events];
  }

  /** False when there is nothing to read. */
  play(): boolean {
    const { text, start, language } = this.#source;
    const all = text();
    const { from, to } = start();
    const first = sentenceAt(all, from, language) ?? sentenceAt(all, 0, language);
    if (first === null) return false;
    const isSelection = to !== undefined && to > from && all.slice(from, to).trim() !== '';
    this.#end = isSelection ? to : null;
    this.#length = all.length;
    this.#speak(isSelection ? { from, to: Math.min(to, first.to) } : first);
    return true;
  }

  pause(): void {
    if (this.#state !== 'playing') return;
    this.#cancelUtterance();
    this.#setState('paused');
  }

  resume(): void {
    const span = this.#currentSpan();
    if (this.#state === 'paused' && span !== null) this.#speak(span);
  }

  /** Skips to the next or the previous sentence. */
  skip(by: 1 | -1): void {
    const span = this.#currentSpan();
    if (span === null) return;
    const { text, language } = this.#source;
    const to = by === 1 ? sentenceAt(text(), span.to, language) : (sentenceBefore(text(), span.from, language) ?? span);
    if (to === null) return this.stop();
    this.#end = null;
    if (this.#state === 'playing') return this.#speak(to);
    return this.#highlight(to);
  }

  stop(): void {
    clearTimeout(this.#changeTimer);
    this.#cancelUtterance();
    this.#sentence = null;
    this.#source.show(null);
    this.#setState('idle');
  }

  /** Applies new settings by restarting the current sentence. */
  change(settings: TtsSettings): void {
    this.#settings = settings;
    clearTimeout(this.#changeTimer);
    this.#changeTimer = setTimeout(() => {
      const span = this.#currentSpan();
      if (this.#state === 'playing' && span !== null) this.#speak(span);
    }, changeDelayMs);
  }

  #currentSpan(): Span | null {
    return this.#sentence && (this.#source.spoken?.() ?? this.#sentence);
  }

  #speak(span: Span): void {
    this.#cancelUtterance();
    const utterance = new SpeechSynthesisUtterance(this.#source.text().slice(span.from, span.to));
    const { voice, rate, pitch, volume } = this.#settings;
    const voices = this.#engine.getVoices();
    const chosen = voices.find(({ name }) => name === voice) ?? voices.find(({ lang }) => lang === voice);
    if (chosen) utterance.voice = chosen;
    Object.assign(utterance, { lang: chosen?.lang ?? this.#source.language, rate, pitch, volume: volume / 100 });
    utterance.onend = () => {
      if (this.#utterance === utterance) this.#speakNext();
    };
    utterance.onerror = ({ error }) => {
      if (this.#utterance !== utterance) return;
      // Another page has taken over the browser's speech engine; pause here.
      if (error === 'interrupted' || error === 'canceled') return this.pause();
      this.stop();
      this.#events.onError();
    };
    this.#utterance = utterance;
    this.#highlight(span);
    this.#setState('playing');
    this.#engine.speak(utterance);
  }

  #speakNext(): void {
    const span = this.#currentSpan();
    const text = this.#source.text();
    if (this.#end !== null) this.#end += text.length - this.#length;
    this.#length = text.length;
    const next = span && sentenceAt(text, span.to, this.#source.language);
    if (span === null || next === null || (this.#end !== null && Math.max(span.to, next.from) >= this.#end))
      return this.stop();
    return this.#speak(this.#end === null ? next : { from: next.from, to: Math.min(next.to, this.#end) });
  }

  #highlight(span: Span): void {
    this.#sentence = span;
    this.#source.show(span);
  }

  #cancelUtterance(): void {
    this.#utterance = null;
    this.#engine.cancel();
  }

  #setState(state: SpeakerState): void {
    this.#state = state;
    this.#events.onState(state);
  }
}
