import type { TextRange } from '@inkbear/prose/text-edit';
import { countWords } from '@inkbear/prose/word-count';
import type { PlacedLoss } from './compose/compose-manuscript.ts';
import { outcomes } from './document/outcomes.ts';
import type { LossKind, SectionRole } from './document/source-document.ts';
import { quoteOf } from './document/loss-collector.ts';
import { importLimits } from './limits.ts';
import type { SectionKind } from './outline/outline.ts';
import type { ReadManuscript } from './read-manuscript.ts';

/** A chapter, or a page of front or back matter. Positions are UTF-16 units of the text. */
export interface PlannedChapter extends TextRange {
  readonly title: string;
  /** Whether it is to be made. */
  readonly include: boolean;
  readonly kind: SectionKind;
  /** What the page is for, where this is known: it decides which front or back matter it becomes. */
  readonly role: SectionRole | null;
  /** The title of the part of the book that begins before it; null if none does. */
  readonly part: string | null;
  readonly words: number;
  readonly scenes: readonly TextRange[];
}

export interface ImportPlan {
  readonly title: string;
  readonly author: string;
  readonly language: string;
  /** In the order of the text, without overlaps. */
  readonly chapters: readonly PlannedChapter[];
  /** From 0 to 1. */
  readonly confidence: number;
}

/** Something that the book will not have, or will have in another form. */
export interface ImportLoss {
  readonly kind: LossKind;
  readonly count: number;
  /** `chapter` is the title of a chapter of the plan; '' outside of all. Not all places are named if there are many. */
  readonly places: readonly { readonly chapter: string; readonly quote: string }[];
  /** What became of it: a sentence for the author. */
  readonly outcome: string;
}

/** The title of a chapter that was divided has room for a number. */
const maxDividedTitle = importLimits.titleUnits - 10;

/** Proposes the chapters of a book. The author may change everything in the plan. */
export function proposePlan(read: ReadManuscript): { plan: ImportPlan; losses: ImportLoss[] } {
  const { title, author, language, text, sections, confidence } = read;
  const losses: PlacedLoss[] = [];
  const chapters: PlannedChapter[] = [];
  for (const { isIncluded, ...section } of sections) {
    const pieces = divide(section, text);
    if (pieces.length > 1) losses.push(lossAt(outcomes.divided, section, text));
    for (const [index, piece] of pieces.entries())
      chapters.push({
        title: index === 0 ? section.title : `${section.title.slice(0, maxDividedTitle)} (${index + 1})`,
        include: isIncluded,
        kind: section.kind,
        role: section.role,
        part: index === 0 ? section.part : null,
        words: countWords(text.slice(piece.from, piece.to)),
        ...piece,
      });
  }
  const limited = joinLast(chapters, text);
  const last = limited.at(-1);
  if (limited.length < chapters.length && last) losses.push(lossAt(outcomes.joined, last, text));
  const plan = { title, author, language, chapters: limited, confidence };
  return { plan, losses: placeLosses([...read.losses, ...losses], plan) };
}

interface SceneRange extends TextRange {
  readonly scenes: readonly TextRange[];
}

/** Divides a section that is too long for a chapter. */
function divide({ from, to, scenes }: SceneRange, text: string): SceneRange[] {
  const pieces: SceneRange[] = [];
  let start = from;
  while (to - start > importLimits.chapterUnits) {
    const end = divisionBefore(start + importLimits.chapterUnits, start, { scenes, text });
    pieces.push({ from: start, to: end, scenes: clip(scenes, start, end) });
    start = skipBlank(text, end);
  }
  return [...pieces, { from: start, to, scenes: clip(scenes, start, to) }];
}

/** The end of the last scene before a limit, or of the last paragraph, or the limit itself. */
function divisionBefore(
  limit: number,
  start: number,
  { scenes, text }: { scenes: readonly TextRange[]; text: string },
): number {
  const scene = scenes.findLast(({ to }) => to <= limit && to > start);
  if (scene) return scene.to;
  const paragraph = text.lastIndexOf('\n\n', limit);
  if (paragraph > start) return paragraph;
  const isInsidePair = /[\ud800-\udbff]/.test(text.charAt(limit - 1));
  return isInsidePair ? limit - 1 : limit;
}

const sceneMark = '***';

/** Where the text goes on after a division: behind white space and the scene break there. */
function skipBlank(text: string, from: number): number {
  let at = from;
  while (text.charAt(at) === '\n') at += 1;
  if (!text.startsWith(`${sceneMark}\n`, at)) return at;
  at += sceneMark.length;
  while (text.charAt(at) === '\n') at += 1;
  return at;
}

const clip = (scenes: readonly TextRange[], from: number, to: number): TextRange[] =>
  scenes
    .filter((scene) => scene.from < to && scene.to > from)
    .map((scene) => ({ from: Math.max(from, scene.from), to: Math.min(to, scene.to) }));

/** Makes one chapter of those beyond the limit. */
function joinLast(chapters: readonly PlannedChapter[], text: string): readonly PlannedChapter[] {
  if (chapters.length <= importLimits.chapters) return chapters;
  const kept = chapters.slice(0, importLimits.chapters - 1);
  const [first, ...rest] = chapters.slice(importLimits.chapters - 1);
  const end = rest.at(-1) ?? first;
  if (!first || !end) return chapters;
  const scenes = [first, ...rest].flatMap((chapter) => chapter.scenes);
  return [...kept, { ...first, to: end.to, words: countWords(text.slice(first.from, end.to)), scenes }];
}

const lossAt = (outcome: string, { from, to }: TextRange, text: string): PlacedLoss => ({
  kind: 'other',
  outcome,
  count: 1,
  places: [{ at: from, quote: quoteOf(text.slice(from, Math.min(to, from + 2 * importLimits.quoteUnits))) }],
});

/** Names the chapter of each place, in a plan that the author may have changed. */
export function placeLosses(losses: readonly PlacedLoss[], { chapters }: Pick<ImportPlan, 'chapters'>): ImportLoss[] {
  const sorted = chapters.toSorted((one, other) => one.from - other.from);
  return losses.slice(0, importLimits.losses).map(({ kind, outcome, count, places }) => ({
    kind,
    count,
    places: places.map(({ at, quote }) => ({ chapter: chapterAt(sorted, at), quote })),
    outcome,
  }));
}

function chapterAt(chapters: readonly PlannedChapter[], at: number): string {
  let [low, high] = [0, chapters.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((chapters[middle]?.from ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return chapters[low - 1]?.title ?? '';
}
