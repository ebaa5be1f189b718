import { listDisplayPages, listTextSections } from './book-parts.ts';
import { draftPages, type LaidOutText, placePages, type TypesetContext } from './draft-pages.ts';
import { toRoman } from './geometry.ts';
import { layOutOpenedText } from './lay-out-chapter.ts';
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
    ...listTextSections(sections.front, context),
  ].map(({ layOut }) => layOut('right'));
  const text = manuscript.chapters.map((chapter) => chapter.text).join('\n\n');
  const texts: LaidOutText[] = [...front, layOutOpenedText({ label: '', title, side: 'right' }, text, context)];
  for (const laidOut of texts) context.onMissing(laidOut.text.missing);
  const drafts = texts.flatMap((laidOut, index) => draftPages(laidOut, index));
  const bodyStart = drafts.findIndex(({ textIndex }) => textIndex === front.length);
  const { width, height, measure } = context.geometry;
  return {
    width,
    height,
    bleed: 0,
    measure,
    bookmarks: [{ title, textIndex: front.length }],
    date,
    title,
    author,
    subject: cleanLine(manuscript.synopsis).slice(0, 2000).toWellFormed(),
    language: manuscript.language,
    texts: texts.map((laidOut) => laidOut.text.elements),
    ...placePages(
      drafts.map((page, index) => ({
        ...page,
        label: index < bodyStart ? toRoman(index + 1) : String(index - bodyStart + 1),
      })),
      texts,
      { title, author },
      'screen',
      context,
    ),
  };
};
