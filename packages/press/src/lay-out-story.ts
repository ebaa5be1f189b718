import { listDisplayPages, listTextParts } from './book-parts.ts';
import { draftPages, type Part, placePages, type TypesetContext } from './draft.ts';
import { toRoman } from './geometry.ts';
import { layOutPart } from './lay-out-chapter.ts';
import { cleanLine, type Manuscript, titleOf } from './manuscript.ts';
import type { TypesetDocument } from './page.ts';
import { listSections } from './sections.ts';

/**
 * Lays out a manuscript of one text for the screen: the title page, the dedication and introduction if there are any,
 * then the text under its title. It has no table of contents and no chapter numbers.
 */
export const layOutStory = (manuscript: Manuscript, date: number, context: TypesetContext): TypesetDocument => {
  const title = titleOf(manuscript);
  const author = cleanLine(manuscript.author);
  const sections = listSections(manuscript, context.design);
  const front = [
    ...listDisplayPages(sections, manuscript, 'screen', context),
    ...listTextParts(sections.front, context),
  ].map(({ layOut }) => layOut('right'));
  const text = manuscript.chapters.map((chapter) => chapter.text).join('\n\n');
  const parts: Part[] = [...front, layOutPart({ label: '', title, side: 'right' }, text, context)];
  for (const part of parts) context.onMissing(part.text.missing);
  const drafts = parts.flatMap((part, index) => draftPages(part, index));
  const bodyStart = drafts.findIndex(({ part }) => part === front.length);
  const { width, height, measure } = context.geometry;
  return {
    width,
    height,
    bleed: 0,
    measure,
    bookmarks: [{ title, part: front.length }],
    date,
    title,
    author,
    subject: cleanLine(manuscript.synopsis).slice(0, 2000).toWellFormed(),
    language: manuscript.language,
    parts: parts.map((part) => part.text.elements),
    ...placePages(
      drafts.map((page, index) => ({
        ...page,
        label: index < bodyStart ? toRoman(index + 1) : String(index - bodyStart + 1),
      })),
      parts,
      { title, author },
      'screen',
      context,
    ),
  };
};
