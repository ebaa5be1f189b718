import type { ChapterStarts, SectionStart } from './chapter-starts.ts';
import type { DocumentView } from './document-view.ts';

/** Fewer lines of this kind may be anything. */
const minStarts = 3;

/** Whether a text has letters, all of them capital ones. */
const isCapitals = (text: string): boolean => text.toUpperCase() === text && text.toLowerCase() !== text;

/** Whether a line looks like the title of a chapter: centred or in capitals, with space around it. */
function isDisplayLine(view: DocumentView, index: number): boolean {
  const block = view.blocks[index];
  if (block?.kind !== 'paragraph' || !view.isTitleLine(index)) return false;
  const next = view.textBlock(view.nextText(index + 1));
  const hasSpace = view.startsPage(index) || view.blocks[index - 1]?.kind === 'blank' || block.isCentred;
  const isApart = next?.kind === 'paragraph' && !next.isCentred;
  return hasSpace && isApart && (block.isCentred || isCapitals(view.textOf(index)));
}

/** Chapters whose titles are neither headings nor labels, but look like titles. */
export function findDisplayLineStarts(view: DocumentView): ChapterStarts | null {
  const starts = view.blocks.flatMap((_block, index): SectionStart[] =>
    isDisplayLine(view, index) ? [{ block: index, textFrom: index + 1, heading: view.textOf(index), role: null }] : [],
  );
  return starts.length < minStarts ? null : { starts, confidence: 0.38, level: 0 };
}
