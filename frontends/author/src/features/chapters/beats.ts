import type { ChapterBeat } from '@inkbear/contracts/books/chapter';
import { limits } from '@inkbear/contracts/plans';
import { wordsText } from '@inkbear/web-kit/counted.ts';

export const maxBeats = limits.chapterBeats;
export const beatTextMax = limits.beatCharacters;
const { min, max } = limits.beatWords;
/** The values of the field for the words of a beat. */
export const beatWordsRange = { min, max, step: 50 } as const;
const defaultWords = 400;

/** Beats as JSON text, which a form can compare with the text that another client has saved. */
export const writeBeats = (beats: readonly ChapterBeat[]): string => JSON.stringify(beats);
export const readBeats = (text: string): ChapterBeat[] => JSON.parse(text) as ChapterBeat[];

export const newBeat = (text = ''): ChapterBeat => ({
  id: crypto.randomUUID(),
  text,
  words: defaultWords,
  povEntryId: null,
  entryIds: [],
});

export const isBeatWords = (words: number): boolean => Number.isInteger(words) && words >= min && words <= max;

/** The beats without those that have no text, so that an empty beat is not an unsaved change. */
export const normaliseBeats = (text: string): string =>
  writeBeats(readBeats(text).filter((beat) => beat.text.trim() !== ''));

/** The reason why the server would refuse these beats; undefined when it would accept them. */
export function beatsError(text: string): string | undefined {
  const count = readBeats(normaliseBeats(text)).length;
  return count <= maxBeats
    ? undefined
    : `A plan holds at most ${maxBeats} beats; there are ${count}. Please remove some.`;
}

/** Adds new beats below the existing ones, without duplicates. */
export function addBeats(text: string, added: readonly string[]): string {
  const existing = readBeats(normaliseBeats(text));
  const isNew = (beat: string): boolean => existing.every((other) => other.text !== beat);
  return writeBeats([...existing, ...added.filter(isNew).map(newBeat)]);
}

/** Moves a beat by one place. */
export function moveBeat(beats: readonly ChapterBeat[], index: number, by: -1 | 1): ChapterBeat[] {
  const moved = beats.slice(index, index + 1);
  const others = beats.toSpliced(index, 1);
  return others.toSpliced(index + by, 0, ...moved);
}

/** The beats as text, for a conflict that the author must resolve. */
export const describeBeats = (text: string): string =>
  readBeats(text)
    .map((beat, index) => `${index + 1}. ${beat.text} (${wordsText(beat.words)})`)
    .join('\n');
