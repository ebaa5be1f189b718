import { importLimits, type PlannedImportChapter, type SavedImportChapter } from '@inkbear/contracts/export/import';
import { findScenes } from '@inkbear/prose/marks/scenes';
import { countWords } from '@inkbear/prose/word-count';
import { longTextLength, waitForTurn } from '@inkbear/service-kit/event-loop-turn';
import { ProblemError } from '@inkbear/service-kit/problem';

const refuse = (message: string): never => {
  throw new ProblemError('imports.invalid_plan', { message });
};

/**
 * Throws 400 unless each range lies inside the text of this length, no two of them overlap, and something is included. A
 * chapter may be empty.
 */
export function requireValidRanges(chapters: readonly SavedImportChapter[], length: number): void {
  let end = 0;
  for (const { from, to } of chapters.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (from > to || to > length) refuse('A chapter of the plan lies outside of the text.');
    if (to - from > importLimits.chapterUnits) refuse('A chapter of the plan is too long. Please split it.');
    if (from < end) refuse('Two chapters of the plan overlap.');
    end = to;
  }
  if (!chapters.some(({ include }) => include)) refuse('Please include at least one chapter.');
}

const isInsideCharacter = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
};

/**
 * A chapter of a plan with its words and scenes. Takes some 20 ms for the longest one. Throws 400 when it begins or ends
 * inside a character.
 */
export function describeChapter(
  { title, include, kind, from, to }: SavedImportChapter,
  text: string,
): PlannedImportChapter {
  if (isInsideCharacter(text, from) || isInsideCharacter(text, to))
    refuse('A chapter of the plan begins or ends inside a character.');
  const part = text.slice(from, to);
  const scenes = findScenes(part, importLimits.scenes).map((scene) => ({
    from: from + scene.from,
    to: from + scene.to,
  }));
  return { title, include, kind, from, to, words: countWords(part), scenes };
}

/** Leaves out the scenes of later chapters when there are too many in total. */
export function boundScenes(chapters: readonly PlannedImportChapter[]): PlannedImportChapter[] {
  let count = 0;
  return chapters.map((chapter) => {
    count += chapter.scenes.length;
    return count > importLimits.scenes ? { ...chapter, scenes: [] } : chapter;
  });
}

const rangeOf = ({ from, to }: SavedImportChapter): string => `${from}-${to}`;

/**
 * The chapters with their words and scenes. Only ranges that the stored plan does not have are read in the text, and other
 * requests get their turn in between.
 * @param readText called at most once
 */
export async function describeChapters(
  chapters: readonly SavedImportChapter[],
  stored: readonly PlannedImportChapter[],
  readText: () => Promise<string>,
): Promise<PlannedImportChapter[]> {
  const known = new Map(stored.map((chapter) => [rangeOf(chapter), chapter]));
  const described: PlannedImportChapter[] = [];
  let text: string | null = null;
  let unitsOfTurn = 0;
  for (const chapter of chapters) {
    const same = known.get(rangeOf(chapter));
    if (same) {
      described.push({ ...same, ...chapter });
      continue;
    }
    text ??= await readText();
    unitsOfTurn += chapter.to - chapter.from;
    if (unitsOfTurn > longTextLength) {
      unitsOfTurn = 0;
      await waitForTurn();
    }
    described.push(describeChapter(chapter, text));
  }
  return boundScenes(described);
}
