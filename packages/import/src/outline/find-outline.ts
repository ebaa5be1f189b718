import type { SourceDocument } from '../document/source-document.ts';
import { importLimits } from '../limits.ts';
import { type ChapterStarts, isChapterStart, type SectionStart } from './chapter-starts.ts';
import { buildSections } from './build-sections.ts';
import { findDisplayLineStarts } from './display-line-starts.ts';
import { DocumentView } from './document-view.ts';
import { findHeadingStarts } from './heading-starts.ts';
import { findLabelStarts } from './label-starts.ts';
import { roleOfTitle } from './matter-names.ts';
import { findOrnamentStarts } from './ornament-starts.ts';
import type { Outline } from './outline.ts';
import { findPageStarts, findUntitledPageStarts, listPages, pageTitle } from './page-starts.ts';

/** Each finds chapters in its own way; the most certain result is taken. */
const strategies: readonly ((view: DocumentView) => ChapterStarts | null)[] = [
  findHeadingStarts,
  findPageStarts,
  findLabelStarts,
  findDisplayLineStarts,
  findUntitledPageStarts,
  findOrnamentStarts,
];

/** The whole text is one chapter. */
const oneChapter = (): ChapterStarts => ({
  starts: [{ block: 0, textFrom: 0, heading: '', role: null }],
  confidence: 0.1,
  level: 0,
});

/** Finds the chapters of a document, and its front and back matter. */
export function findOutline(document: SourceDocument): Outline {
  const view = new DocumentView(document);
  const { starts, confidence, level } = strategies
    .map((find) => find(view))
    .filter((found) => found !== null && found.starts.length <= importLimits.chapters)
    .reduce<ChapterStarts>((best, found) => (found && found.confidence > best.confidence ? found : best), oneChapter());
  return { sections: buildSections(mergeStarts(starts, view), view), confidence, level };
}

/**
 * Adds the pages before the first chapter, and those whose role is known by their title or by the file. In the order of
 * the text.
 */
function mergeStarts(starts: readonly SectionStart[], view: DocumentView): SectionStart[] {
  const byBlock = new Map(starts.map((start) => [start.block, start]));
  const isTaken = new Set(starts.flatMap(({ block, textFrom }) => indexesBetween(block, textFrom)));
  const firstChapter = starts.find(isChapterStart) ?? starts[0];
  for (const page of listPages(view)) {
    const role = roleOfPage(page, view);
    const known = byBlock.get(page);
    if (known) byBlock.set(page, { ...known, role: known.role ?? role });
    if (known || isTaken.has(page)) continue;
    const title = pageTitle(view, page);
    if (title && roleOfTitle(title.heading) !== null) byBlock.set(page, { ...title, role });
    else if (role !== null || page < (firstChapter?.block ?? 0))
      byBlock.set(page, { block: page, textFrom: page, heading: '', role });
  }
  return [...byBlock.values()].sort((one, other) => one.block - other.block);
}

const indexesBetween = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

/** What the page break before a page says. */
function roleOfPage(page: number, view: DocumentView): SectionStart['role'] {
  let at = page - 1;
  while (at >= 0 && view.textBlock(at) === null) {
    const block = view.blocks[at];
    if (block?.kind === 'page-break') return block.role;
    at -= 1;
  }
  return null;
}
