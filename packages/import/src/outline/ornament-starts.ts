import type { ChapterStarts, SectionStart } from './chapter-starts.ts';
import type { DocumentView } from './document-view.ts';

/** Shorter parts between ornaments are scenes. */
const minChapterWords = 1_000;

/** The parts between ornaments are chapters, if the document has nothing else and they are long enough. */
export function findOrnamentStarts(view: DocumentView): ChapterStarts | null {
  const starts: SectionStart[] = [];
  for (const [index, block] of view.blocks.entries()) {
    if (index > 0 && block.kind !== 'scene-break') continue;
    const textFrom = block.kind === 'scene-break' ? index + 1 : index;
    starts.push({ block: index, textFrom, heading: '', role: null });
  }
  if (starts.length < 2 || view.words / starts.length < minChapterWords) return null;
  return { starts, confidence: 0.25, level: 0 };
}
