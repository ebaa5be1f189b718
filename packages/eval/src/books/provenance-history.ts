import type { TextEdit } from '@inkbear/prose/text-edit';
import { createRandom, type Random } from '../random.ts';

/**
 * - `own`: typed by the author
 * - `edited`: an AI result that replaced mostly own words
 * - `rewritten`: typed by the author inside a generated passage
 */
export type WordClass = 'own' | 'pasted' | 'imported' | 'generated' | 'edited' | 'rewritten';
export const wordClasses: readonly WordClass[] = ['own', 'pasted', 'imported', 'generated', 'edited', 'rewritten'];

export type ResultAction = 'generate' | 'extend' | 'expand' | 'rewrite' | 'tone' | 'polish';
export interface AiResult {
  readonly id: string;
  readonly action: ResultAction;
  readonly text: string;
}

/** One edit as the editor reports it. A text that returns by an undo or by cut and paste is reported as such. */
export interface ProvenanceStep {
  readonly edit: TextEdit;
  readonly source: 'typed' | 'pasted' | 'imported' | 'result' | 'undo';
  readonly resultId?: string;
}

export interface ProvenanceHistory {
  readonly steps: readonly ProvenanceStep[];
  readonly results: readonly AiResult[];
  readonly text: string;
  /** The class of each word of `text`, in order. */
  readonly oracle: readonly WordClass[];
}

/** A word with the space behind it. */
interface Token {
  readonly text: string;
  readonly wordClass: WordClass;
  /** The generated result that it belongs to. */
  readonly resultId?: string;
}

/** Generated words that a rewrite may replace before its words count as generated, too. */
const generatedShare = 0.2;
const makingActions = ['generate', 'extend', 'expand'] as const;
const editingActions = ['rewrite', 'tone', 'polish'] as const;
const vocabulary =
  'river lamp stone window harbour winter letter horse garden bridge morning road coat table bell candle orchard ferry kettle ladder under over near beyond slowly never always nobody somebody carried opened found lost waited turned said heard a the of and to in with from'.split(
    ' ',
  );

class HistoryWriter {
  readonly steps: ProvenanceStep[] = [];
  readonly results: AiResult[] = [];
  tokens: Token[] = [];
  readonly #random: Random;
  #lastRemoved: { at: number; tokens: Token[] } | null = null;

  constructor(random: Random) {
    this.#random = random;
  }

  words(least: number, most: number): string[] {
    return Array.from(
      { length: this.#random.int(least, most) },
      () => `${this.#random.pick(vocabulary)}${this.#random.chance(0.1) ? '.' : ''} `,
    );
  }

  replace(at: number, removed: number, inserted: readonly Token[], step: Omit<ProvenanceStep, 'edit'>): void {
    const from = lengthOf(this.tokens.slice(0, at));
    const old = this.tokens.slice(at, at + removed);
    const insert = inserted.map(({ text }) => text).join('');
    this.steps.push({ ...step, edit: { from, to: from + lengthOf(old), insert } });
    this.tokens = [...this.tokens.slice(0, at), ...inserted, ...this.tokens.slice(at + removed)];
    this.#lastRemoved = null;
  }

  /** A place between words that is not inside a generated result. */
  #placeOutside(): number {
    const places = Array.from({ length: this.tokens.length + 1 }, (_item, at) => at);
    return this.#random.pick(places.filter((at) => !this.#isInside(at)));
  }

  #isInside(at: number): boolean {
    const [before, after] = [this.tokens[at - 1]?.resultId, this.tokens[at]?.resultId];
    return before !== undefined && before === after;
  }

  type(): void {
    const tokens = this.words(5, 25).map((text): Token => ({ text, wordClass: 'own' }));
    this.replace(this.#placeOutside(), 0, tokens, { source: 'typed' });
  }

  /** The author rewrites a part of a generated passage. */
  typeInside(): void {
    const places = Array.from(this.tokens.keys()).filter((at) => this.#isInside(at));
    if (places.length === 0) return;
    const at = this.#random.pick(places);
    const resultId = this.tokens[at]?.resultId;
    if (resultId === undefined) return;
    const tokens = this.words(2, 8).map((text): Token => ({ text, wordClass: 'rewritten', resultId }));
    this.replace(at, 0, tokens, { source: 'typed' });
  }

  insertForeign(source: 'pasted' | 'imported'): void {
    const tokens = this.words(15, 40).map((text): Token => ({ text, wordClass: source }));
    this.replace(this.#placeOutside(), 0, tokens, { source });
  }

  accept(): void {
    const result = this.#createResult(this.#random.pick(makingActions), 20, 60);
    this.replace(this.#placeOutside(), 0, this.#generated(result), { source: 'result', resultId: result.id });
  }

  /** A result is copied by hand and pasted, as from another window. */
  pasteResult(): void {
    const result = this.#createResult('generate', 25, 50);
    this.replace(this.#placeOutside(), 0, this.#generated(result), { source: 'pasted' });
  }

  /** A result replaces words: it is an edit of own words, and new text where too many of them were generated. */
  acceptEdit(): void {
    if (this.tokens.length < 12) return;
    const { at, length } = this.#random.chance(0.4) ? this.#wholeResult() : this.#anyRange();
    if (length === 0 || this.#isInside(at) || this.#isInside(at + length)) return;
    const old = this.tokens.slice(at, at + length);
    const share = old.filter(({ wordClass }) => wordClass === 'generated').length / length;
    const result = this.#createResult(this.#random.pick(editingActions), length, length + 6);
    const isNew = share >= generatedShare;
    const tokens = isNew
      ? this.#generated(result)
      : wordsOf(result).map((text): Token => ({ text, wordClass: 'edited' }));
    this.replace(at, length, tokens, { source: 'result', resultId: result.id });
  }

  #anyRange(): { at: number; length: number } {
    const length = this.#random.int(8, Math.min(30, this.tokens.length));
    return { at: this.#random.int(0, this.tokens.length - length), length };
  }

  /** All words of a generated result that stand together. */
  #wholeResult(): { at: number; length: number } {
    const starts = Array.from(this.tokens.keys()).filter(
      (index) => this.tokens[index]?.resultId !== undefined && !this.#isInside(index),
    );
    if (starts.length === 0) return { at: 0, length: 0 };
    const at = this.#random.pick(starts);
    let length = 1;
    while (this.#isInside(at + length)) length += 1;
    return { at, length };
  }

  remove(): void {
    if (this.tokens.length < 40) return;
    const length = this.#random.int(8, 20);
    const at = this.#random.int(0, this.tokens.length - length);
    const tokens = this.tokens.slice(at, at + length);
    this.replace(at, length, [], { source: 'typed' });
    this.#lastRemoved = { at, tokens };
  }

  /** What was deleted comes back, at its place or at another one, and stays what it was. */
  bringBack(source: 'undo' | 'pasted'): void {
    const removed = this.#lastRemoved;
    if (!removed) return;
    this.replace(source === 'undo' ? removed.at : this.#placeOutside(), 0, removed.tokens, { source });
  }

  #createResult(action: ResultAction, least: number, most: number): AiResult {
    const result = { id: `result-${this.results.length}`, action, text: this.words(least, most).join('') };
    this.results.push(result);
    return result;
  }

  #generated(result: AiResult): Token[] {
    return wordsOf(result).map((text) => ({ text, wordClass: 'generated', resultId: result.id }));
  }
}

const lengthOf = (tokens: readonly Token[]): number => tokens.reduce((sum, { text }) => sum + text.length, 0);
const wordsOf = ({ text }: AiResult): string[] =>
  text
    .trimEnd()
    .split(' ')
    .map((word) => `${word} `);

/** Random histories of a chapter, each with the class of every word at its end. */
export function createProvenanceHistories(seed: number, count: number): ProvenanceHistory[] {
  return Array.from({ length: count }, (_item, at) => {
    const random = createRandom(seed).fork(`provenance ${at}`);
    const writer = new HistoryWriter(random);
    const actions: readonly (() => void)[] = [
      () => writer.type(),
      () => writer.type(),
      () => writer.insertForeign('pasted'),
      () => writer.insertForeign('imported'),
      () => writer.accept(),
      () => writer.typeInside(),
      () => writer.pasteResult(),
      () => writer.acceptEdit(),
      () => writer.acceptEdit(),
      () => {
        writer.remove();
        if (random.chance(0.7)) writer.bringBack(random.pick(['undo', 'pasted']));
      },
    ];
    writer.type();
    for (let step = 0; step < 14; step += 1) random.pick(actions)();
    const { steps, results, tokens } = writer;
    return {
      steps,
      results,
      text: tokens.map(({ text }) => text).join(''),
      oracle: tokens.map(({ wordClass }) => wordClass),
    };
  });
}
