import type { ImportPlan } from '@inkbear/contracts/export/import';

/** A chapter of the plan as the author edits it. The server counts its words and finds its scenes. */
export type PlannedChapter = Omit<ImportPlan['chapters'][number], 'words' | 'scenes'>;
type Chapters = readonly PlannedChapter[];

export const changeChapter = (chapters: Chapters, index: number, change: Partial<PlannedChapter>): PlannedChapter[] =>
  chapters.map((chapter, at) => (at === index ? { ...chapter, ...change } : chapter));

/** Whether the next chapter is also the next one in the text, so that both can become one. */
export function canMerge(chapters: Chapters, index: number): boolean {
  const [first, second] = [chapters[index], chapters[index + 1]];
  if (!first || !second || first.to > second.from) return false;
  return !chapters.some(({ from, to }) => from < second.from && to > first.to);
}

/**
 * Appends the next chapter to this one. The result has the title and kind of the first one, unless only the second one is
 * included, or is a chapter: nothing that was included may be left out by this. A heading between the two, such as the title
 * of the next one, becomes part of the text.
 */
export function mergeWithNext(chapters: Chapters, index: number): PlannedChapter[] {
  const [first, second] = [chapters[index], chapters[index + 1]];
  if (!first || !second || !canMerge(chapters, index)) return [...chapters];
  return chapters.toSpliced(index, 2, { ...mainOf(first, second), from: first.from, to: second.to });
}

function mainOf(first: PlannedChapter, second: PlannedChapter): PlannedChapter {
  if (first.include !== second.include) return first.include ? first : second;
  return first.kind !== 'chapter' && second.kind === 'chapter' ? second : first;
}

/** Where a chapter is divided: the second one has this title, and its text begins behind it. */
export interface PlanSplit {
  readonly at: number;
  readonly title: string;
  readonly textAt: number;
}

/** Begins a chapter at a position inside this one. */
export function splitAt(chapters: Chapters, index: number, { at, title, textAt }: PlanSplit): PlannedChapter[] {
  const chapter = chapters[index];
  if (!chapter || at <= chapter.from || at >= chapter.to) return [...chapters];
  const from = Math.min(textAt, chapter.to);
  return chapters.toSpliced(index, 1, { ...chapter, to: at }, { ...chapter, title, from });
}

/** Moves a chapter by one place up (-1) or down (1). */
export function moveChapter(chapters: Chapters, index: number, by: 1 | -1): PlannedChapter[] {
  const [chapter, neighbour] = [chapters[index], chapters[index + by]];
  if (!chapter || !neighbour) return [...chapters];
  return chapters.with(index, neighbour).with(index + by, chapter);
}

export interface PlanSummary {
  readonly chapters: number;
  /** Pages of front and back matter. */
  readonly pages: number;
  /** Pieces that are left out. */
  readonly excluded: number;
}

export function summarise(chapters: Chapters): PlanSummary {
  const included = chapters.filter(({ include }) => include);
  const numbered = included.filter(({ kind }) => kind === 'chapter').length;
  return {
    chapters: numbered,
    pages: included.length - numbered,
    excluded: chapters.length - included.length,
  };
}

/** Characters of a line that is proposed as a title. */
const titleMax = 60;

/**
 * The title of a chapter that begins with this text: its first line, if that is short enough to be one.
 * @returns the position behind the line too; 0 when it is no title
 */
export function titleFrom(text: string): { readonly title: string; readonly end: number } {
  const from = text.search(/\S/u);
  if (from < 0) return { title: untitled, end: 0 };
  const lineEnd = text.indexOf('\n', from);
  const end = lineEnd < 0 ? text.length : lineEnd;
  const title = text
    .slice(from, end)
    .replace(/^#{1,6} /, '')
    .trim();
  return title.length <= titleMax ? { title, end } : { title: untitled, end: 0 };
}

const untitled = 'New chapter';
