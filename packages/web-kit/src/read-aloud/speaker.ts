import { sentenceAt, sentenceBefore, type Span } from './sentences.ts';
import type { TtsSettings } from './tts-settings.ts';

/** Where the words come from; any page with a text can be one. */
export interface ReadingSource {
  readonly text: () => string;
  /** Where to begin: the cursor, or a selection with its end. */
  readonly start: () => { readonly from: number; readonly to?: number };
  /** Marks the sentence that is spoken; null when none is. */
  readonly show: (span: Span | null) => void;
  /** Where that sentence stands now, after whatever was typed; null when the page does not know. */
  readonly spoken?: () => Span | null;
  /** BCP 47. */
  readonly language: string;
}

export type SpeakerState = 'idle' | 'playing' | 'paused';
export interface SpeakerEvents {
  readonly onState: (state: SpeakerState) => void;
  readonly onError: () => void;
}

/** Milliseconds without another change before a new voice, speed or volume is heard. */
const settleMs = 250;

/**
 * Reads sentence by sentence. A pause ends the utterance and keeps the place: engines that cannot resume do no harm
 * then, and what was corrected meanwhile is read as it is.
 */
export class Speaker {
  readonly #engine: SpeechSynthesis;
  readonly #source: ReadingSource;
  readonly #events: SpeakerEvents;
  #settings: TtsSettings;
  #state: SpeakerState = 'idle';
  #sentence: Span | null = null;
  #end: number | null = null;
  #length = 0;
  #utterance: SpeechSynthesisUtterance | null = null;
  #settling: ReturnType<typeof setTimeout> | undefined;

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
    this.#say(isSelection ? { from, to: Math.min(to, first.to) } : first);
    return true;
  }

  pause(): void {
    if (this.#state !== 'playing') return;
    this.#hush();
    this.#become('paused');
  }

  resume(): void {
    const place = this.#place();
    if (this.#state === 'paused' && place !== null) this.#say(place);
  }

  /** To the next sentence, or the one before. */
  skip(by: 1 | -1): void {
    const place = this.#place();
    if (place === null) return;
    const { text, language } = this.#source;
    const to =
      by === 1 ? sentenceAt(text(), place.to, language) : (sentenceBefore(text(), place.from, language) ?? place);
    if (to === null) return this.stop();
    this.#end = null;
    if (this.#state === 'playing') return this.#say(to);
    return this.#showAt(to);
  }

  stop(): void {
    clearTimeout(this.#settling);
    this.#hush();
    this.#sentence = null;
    this.#source.show(null);
    this.#become('idle');
  }

  /** Heard at once: the sentence that is spoken begins again. */
  change(settings: TtsSettings): void {
    this.#settings = settings;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      const place = this.#place();
      if (this.#state === 'playing' && place !== null) this.#say(place);
    }, settleMs);
  }

  #place(): Span | null {
    return this.#sentence && (this.#source.spoken?.() ?? this.#sentence);
  }

  #say(span: Span): void {
    this.#hush();
    const utterance = new SpeechSynthesisUtterance(this.#source.text().slice(span.from, span.to));
    const { voice, rate, pitch, volume } = this.#settings;
    const voices = this.#engine.getVoices();
    const chosen = voices.find(({ name }) => name === voice) ?? voices.find(({ lang }) => lang === voice);
    if (chosen) utterance.voice = chosen;
    Object.assign(utterance, { lang: chosen?.lang ?? this.#source.language, rate, pitch, volume: volume / 100 });
    utterance.onend = () => {
      if (this.#utterance === utterance) this.#next();
    };
    utterance.onerror = ({ error }) => {
      if (this.#utterance !== utterance) return;
      // The browser's one voice was taken by another page; the place is kept.
      if (error === 'interrupted' || error === 'canceled') return this.pause();
      this.stop();
      this.#events.onError();
    };
    this.#utterance = utterance;
    this.#showAt(span);
    this.#become('playing');
    this.#engine.speak(utterance);
  }

  #next(): void {
    const place = this.#place();
    const text = this.#source.text();
    if (this.#end !== null) this.#end += text.length - this.#length;
    this.#length = text.length;
    const next = place && sentenceAt(text, place.to, this.#source.language);
    if (place === null || next === null || (this.#end !== null && Math.max(place.to, next.from) >= this.#end))
      return this.stop();
    return this.#say(this.#end === null ? next : { from: next.from, to: Math.min(next.to, this.#end) });
  }

  #showAt(span: Span): void {
    this.#sentence = span;
    this.#source.show(span);
  }

  #hush(): void {
    this.#utterance = null;
    this.#engine.cancel();
  }

  #become(state: SpeakerState): void {
    this.#state = state;
    this.#events.onState(state);
  }
}
