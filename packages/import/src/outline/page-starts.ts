import { parseLabel } from './chapter-label.ts';
import type { ChapterStarts, SectionStart } from './chapter-starts.ts';
import type { DocumentView } from './document-view.ts';
import { roleOfTitle } from './matter-names.ts';

/** Pages that begin with at most so many short lines have a title. */
const maxTitleLines = 2;

/** The first block with text of each page, and of the document. The title of the book begins a page, too. */
export function listPages(view: DocumentView): number[] {
  const pages = new Set<number>();
  for (const [index, block] of view.blocks.entries()) {
    const isTitle = isBookTitle(view, index) && !isBookTitle(view, index - 1);
    if (index === 0 || block.kind === 'page-break' || isTitle) pages.add(view.nextText(index));
  }
  pages.delete(view.blocks.length);
  return [...pages];
}

function isBookTitle(view: DocumentView, index: number): boolean {
  const block = view.blocks[index];
  return block?.kind === 'paragraph' && block.role === 'title';
}

/** The title of a page: one short line, or a label with a title below it; null if the page begins with text. */
export function pageTitle(view: DocumentView, page: number): SectionStart | null {
  const lines: string[] = [];
  let at = page;
  while (lines.length < maxTitleLines && (view.isTitleLine(at) || view.blocks[at]?.kind === 'heading')) {
    const isBelowLabel = lines.length > 0;
    const label = parseLabel(lines.join(' '));
    if (isBelowLabel && (label === null || label.title !== '' || !view.standsApart(at))) break;
    lines.push(view.textOf(at));
    at = view.nextText(at + 1);
    if (view.startsPage(at)) break;
  }
  return lines.length === 0 ? null : { block: page, textFrom: at, heading: lines.join('\n'), role: null };
}

/** Chapters that begin on a page of their own with a short line. */
export function findPageStarts(view: DocumentView): ChapterStarts | null {
  const pages = listPages(view).filter((page) => page > 0);
  const titled = pages.flatMap((page) => {
    const title = pageTitle(view, page);
    return title && view.blocks[title.textFrom] && !view.startsPage(title.textFrom) ? [title] : [];
  });
  const chapters = titled.filter(({ heading }) => roleOfTitle(heading) === null);
  if (chapters.length < 2) return null;
  return { starts: titled, confidence: 0.4 + 0.35 * (titled.length / pages.length), level: 0 };
}

/** Each page is a chapter. For books whose chapters have neither headings nor titles. */
export function findUntitledPageStarts(view: DocumentView): ChapterStarts | null {
  const pages = listPages(view).map((page): SectionStart => {
    const title = pageTitle(view, page);
    return title ?? { block: page, textFrom: page, heading: '', role: null };
  });
  return pages.length < 2 ? null : { starts: pages, confidence: 0.3, level: 0 };
}
