import type { ChapterBeat } from '@inkbear/contracts/books/chapter';
import { limits } from '@inkbear/contracts/plans';

/**
 * Divides the beats of a chapter whose text is divided. A beat is planned with a number of words, so it goes to the part in
 * which the middle of its share of the words lies.
 * @param share the share of the words of the text that are in the first part
 */
export function divideBeats(beats: readonly ChapterBeat[], share: number): [ChapterBeat[], ChapterBeat[]] {
  const total = beats.reduce((sum, { words }) => sum + words, 0);
  let before = 0;
  const first = beats.filter(({ words }) => {
    before += words;
    return before - words / 2 <= share * total;
  });
  return [first, beats.slice(first.length)];
}

/**
 * The beats of a chapter to which another one is joined, as far as there is room for them. `addedIds` are the ids of the
 * added ones, some of which are new, because ids are unique in a chapter.
 */
export function joinBeats(
  first: readonly ChapterBeat[],
  second: readonly ChapterBeat[],
  newId: () => string,
): { beats: ChapterBeat[]; addedIds: string[] } {
  const known = new Set(first.map(({ id }) => id));
  const added = second
    .slice(0, Math.max(0, limits.chapterBeats - first.length))
    .map((beat) => (known.has(beat.id) ? { ...beat, id: newId() } : beat));
  return { beats: [...first, ...added], addedIds: added.map(({ id }) => id) };
}
