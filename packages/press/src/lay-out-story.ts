import { type DraftPage, draftPage, placePage } from './draft.ts';
import { layOutDedication, layOutTitlePage } from './front-matter.ts';
import { leftMargin, toRoman, TRADE } from './geometry.ts';
import { cleanLine, type Manuscript } from './manuscript.ts';
import type { TypesetDocument } from './page.ts';
import { paginate, type Row } from './paginate.ts';
import { layOutPart } from './lay-out-book.ts';
import type { LayoutContext } from './lay-out-paragraph.ts';

/**
 * Lays out a manuscript of one text: the title page, the dedication and introduction if there are any, then the text
 * under its title. It has no table of contents and no chapter numbers.
 */
export const layOutStory = (manuscript: Manuscript, date: number, context: LayoutContext): TypesetDocument => {
  const title = cleanLine(manuscript.title) || 'Untitled';
  const toPages = (rows: Row[]): DraftPage[] => paginate(rows, TRADE.rows).map((page) => draftPage(page));
  const hasText = (text: string | undefined): text is string => (text ?? '').trim() !== '';
  const front = [
    ...toPages(layOutTitlePage(manuscript, TRADE, context)),
    ...(hasText(manuscript.dedication) ? toPages(layOutDedication(manuscript.dedication, TRADE, context)) : []),
  ];
  const introduction = hasText(manuscript.introduction)
    ? layOutPart({ label: '', title: 'Introduction' }, 'Introduction', manuscript.introduction, context)
    : [];
  const text = manuscript.chapters.map((chapter) => chapter.text).join('\n\n');
  const body = layOutPart({ label: '', title }, title, text, context).map((page, index) => ({
    ...page,
    label: String(index + 1),
  }));
  const drafts = [
    ...[...front, ...introduction].map((page, index) => ({ ...page, label: toRoman(index + 1) })),
    ...body,
  ];
  return {
    width: TRADE.width,
    height: TRADE.height,
    bookmarks: [{ title, page: front.length + introduction.length }],
    date,
    title,
    author: cleanLine(manuscript.author),
    subject: cleanLine(manuscript.synopsis).slice(0, 2000),
    language: manuscript.language,
    pages: drafts.map((draft, index) =>
      placePage(draft, TRADE, leftMargin('ebook', TRADE, drafts.length, index), context, false),
    ),
  };
};
