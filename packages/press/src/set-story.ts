import { type DraftPage, draftPage, placePage } from './draft.ts';
import { setDedication, setTitlePage } from './front-matter.ts';
import { leftMargin, toRoman, TRADE } from './geometry.ts';
import { cleanLine, type Manuscript } from './manuscript.ts';
import type { TypesetDocument } from './page.ts';
import { paginate, type Row } from './paginate.ts';
import { setPart } from './set-book.ts';
import type { Setting } from './set-paragraph.ts';

/**
 * A manuscript of one text: title page, dedication and introduction if there are any, then the text under its own
 * title. It has no table of contents and no chapter numbers.
 */
export const setStory = (manuscript: Manuscript, date: number, setting: Setting): TypesetDocument => {
  const title = cleanLine(manuscript.title) || 'Untitled';
  const pagesWithoutHeads = (rows: Row[]): DraftPage[] => paginate(rows, TRADE.rows).map((page) => draftPage(page));
  const hasText = (text: string | undefined): text is string => (text ?? '').trim() !== '';
  const front = [
    ...pagesWithoutHeads(setTitlePage(manuscript, TRADE, setting)),
    ...(hasText(manuscript.dedication) ? pagesWithoutHeads(setDedication(manuscript.dedication, TRADE, setting)) : []),
  ];
  const introduction = hasText(manuscript.introduction)
    ? setPart({ label: '', title: 'Introduction' }, 'Introduction', manuscript.introduction, setting)
    : [];
  const text = manuscript.chapters.map((chapter) => chapter.text).join('\n\n');
  const body = setPart({ label: '', title }, title, text, setting).map((page, index) => ({
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
    outline: [{ title, page: front.length + introduction.length, level: 0 }],
    date,
    title,
    author: cleanLine(manuscript.author),
    subject: cleanLine(manuscript.synopsis).slice(0, 2000),
    language: manuscript.language,
    pages: drafts.map((draft, index) =>
      placePage(draft, TRADE, leftMargin('ebook', TRADE, drafts.length, index), setting, false),
    ),
  };
};
