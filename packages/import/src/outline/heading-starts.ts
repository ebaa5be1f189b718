import type { HeadingBlock } from '../document/source-document.ts';
import { parseLabel, isPartTitle } from './chapter-label.ts';
import { type ChapterStarts, isChapterStart, type SectionStart } from './chapter-starts.ts';
import type { DocumentView } from './document-view.ts';
import { roleOfTitle } from './matter-names.ts';

interface Heading {
  readonly block: number;
  readonly level: number;
  readonly text: string;
  /** The words between it and the next heading of any level. */
  readonly directWords: number;
  readonly startsPage: boolean;
  readonly isLabelled: boolean;
}

/** Below the headings of parts stand only mottos. */
const minDirectShare = 0.02;
/** Pages that are not chapters, whatever headings they have. */
const displayRoles = new Set(['title-page', 'copyright', 'dedication', 'epigraph', 'contents', 'also-by']);

function listHeadings(view: DocumentView): Heading[] {
  const found: { block: number; heading: HeadingBlock }[] = [];
  let isDisplay = false;
  for (const [index, block] of view.blocks.entries()) {
    if (block.kind === 'page-break') isDisplay = block.role !== null && displayRoles.has(block.role);
    if (block.kind === 'heading' && !isDisplay) found.push({ block: index, heading: block });
  }
  return found.map(({ block, heading }, index): Heading => {
    const next = found[index + 1]?.block ?? view.blocks.length;
    const label = labelBefore(view, block);
    return {
      block,
      level: heading.level,
      text: view.textOf(block),
      directWords: view.wordsBetween(block + 1, next),
      startsPage: view.startsPage(label ?? block),
      isLabelled: label !== null || parseLabel(view.textOf(block))?.hasWord === true,
    };
  });
}

/** The book's title stands at its beginning; later headings with the same words are those of chapters. */
const maxTitleIndex = 2;

/** The heading with the title of the book, which is not one of a chapter. */
function findBookTitle(headings: readonly Heading[], view: DocumentView): Heading | undefined {
  const title = view.document.metadata.title.trim().toLowerCase();
  return headings.slice(0, maxTitleIndex + 1).find(({ text }) => title !== '' && text.toLowerCase() === title);
}

/** The index of a paragraph directly before a heading that is the label of its chapter; null if there is none. */
function labelBefore(view: DocumentView, heading: number): number | null {
  const block = view.blocks[heading - 1];
  if (block?.kind !== 'paragraph') return null;
  if (block.role === 'label') return heading - 1;
  const label = parseLabel(view.textOf(heading - 1));
  return label?.hasWord === true && label.title === '' ? heading - 1 : null;
}

/** The headings that are not inside front or back matter. */
function withoutInner(headings: readonly Heading[]): Heading[] {
  let matterLevel = Infinity;
  return headings.filter(({ level, text }) => {
    if (level > matterLevel) return false;
    matterLevel = roleOfTitle(text) === null ? Infinity : level;
    return true;
  });
}

interface Level {
  readonly level: number;
  readonly headings: readonly Heading[];
}

const count = (headings: readonly Heading[], test: (heading: Heading) => boolean): number =>
  headings.filter(test).length;

/** The level of the headings that begin chapters; null if the document has no headings. */
function chapterLevel(headings: readonly Heading[]): number | null {
  const levels = [...Map.groupBy(headings, ({ level }) => level)]
    .map(([level, own]): Level => ({ level, headings: own }))
    .sort((one, other) => one.level - other.level);
  const isLabelled = ({ headings: own }: Level): boolean => {
    const labelled = count(own, (heading) => heading.isLabelled);
    return labelled >= 2 && labelled >= own.length * 0.3;
  };
  const onPages = levels.filter(
    ({ headings: own }) => own.length >= 2 && count(own, ({ startsPage }) => startsPage) >= own.length * 0.8,
  );
  const most = Math.max(0, ...onPages.map(({ headings: own }) => own.length));
  const found =
    levels.find(isLabelled) ??
    onPages.findLast(({ headings: own }) => own.length >= most * 0.5) ??
    levels.find((level) => directWords(level) >= directWords({ headings }) * minDirectShare);
  return found?.level ?? null;
}

/** The words directly below headings of chapters. */
const directWords = ({ headings }: Pick<Level, 'headings'>): number =>
  headings
    .filter(({ text }) => roleOfTitle(text) === null && !isPartTitle(text))
    .reduce((sum, heading) => sum + heading.directWords, 0);

/** Chapters that begin with a heading of the file. */
export function findHeadingStarts(view: DocumentView): ChapterStarts | null {
  const all = listHeadings(view);
  const bookTitle = findBookTitle(all, view);
  const headings = all.filter((heading) => heading !== bookTitle);
  const level = chapterLevel(withoutInner(headings));
  if (level === null) return null;
  const chapters = headings.filter((heading) => heading.level <= level);
  const hasTitlesBelow = haveTitlesBelow(chapters, view);
  const starts: SectionStart[] = [];
  let after = -1;
  for (const heading of chapters) {
    if (heading.block < after) continue;
    const start = startOf(heading, { level, hasTitlesBelow }, view);
    after = start.textFrom;
    starts.push(start);
  }
  if (bookTitle) starts.push({ block: bookTitle.block, textFrom: bookTitle.block, heading: '', role: null });
  return { starts, level, confidence: confidenceOf(starts, view) };
}

/** Whether a heading is the label of a chapter, such as “Chapter One”, and nothing else. */
function isLabelAlone(text: string): boolean {
  const label = parseLabel(text);
  return label !== null && label.hasWord && label.title === '';
}

/** Whether the heading below a label is the title of the chapter: where this is the habit of the file. */
function haveTitlesBelow(headings: readonly Heading[], view: DocumentView): boolean {
  const labels = headings.filter(({ text }) => isLabelAlone(text));
  const titled = count(labels, ({ block }) => isTitleBelow(block + 1, view));
  return titled >= 2 && titled >= labels.length * 0.6;
}

const isTitleBelow = (index: number, view: DocumentView): boolean =>
  view.blocks[index]?.kind === 'heading' && parseLabel(view.textOf(index))?.hasWord !== true;

interface LevelOfChapters {
  readonly level: number;
  readonly hasTitlesBelow: boolean;
}

/** A chapter begins at its label, and its title may be the next heading: “Chapter One”, “The River”. */
function startOf(heading: Heading, { level, hasTitlesBelow }: LevelOfChapters, view: DocumentView): SectionStart {
  const { block, text } = heading;
  const label = labelBefore(view, block);
  const next = block + 1;
  const hasTitleBelow = hasTitlesBelow && isLabelAlone(text) && isTitleBelow(next, view);
  const lines = [label === null ? '' : view.textOf(label), text, hasTitleBelow ? view.textOf(next) : ''];
  const isAbovePart = heading.level < level && isPart(heading, next, view);
  return {
    block: label ?? block,
    textFrom: hasTitleBelow ? next + 1 : next,
    heading: lines.filter((line) => line !== '').join('\n'),
    role: isAbovePart || isPartTitle(text) ? 'part' : null,
  };
}

/** A heading above those of chapters, with another heading below it. */
const isPart = ({ text }: Heading, next: number, view: DocumentView): boolean => {
  const following = view.blocks[view.nextText(next)];
  return roleOfTitle(text) === null && following?.kind === 'heading';
};

/** Headings may also divide chapters whose beginnings the file marks in another way. */
function confidenceOf(starts: readonly SectionStart[], view: DocumentView): number {
  const chapters = starts.filter((start) => start.role !== 'part' && isChapterStart(start));
  const [first] = chapters;
  if (!first) return 0.1;
  // A single heading may be anything, unless it stands at the top of a page.
  if (chapters.length === 1) return view.startsPage(first.block) && first.block > 0 ? 0.8 : 0.4;
  const covered = view.wordsBetween(starts[0]?.block ?? 0, view.blocks.length) / Math.max(1, view.words);
  if (covered < 0.5) return 0.6;
  const evident = chapters.filter(({ block, heading }) => view.startsPage(block) || hasNumber(heading));
  return evident.length >= chapters.length * 0.5 ? 0.95 : 0.85;
}

const hasNumber = (heading: string): boolean => typeof parseLabel(heading)?.number === 'number';
