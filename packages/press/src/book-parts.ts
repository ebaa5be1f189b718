import { type Part, type SetContext, setText } from './draft.ts';
import { layOutCopyright, layOutDisplayText, layOutHalfTitle, layOutList, layOutTitlePage } from './front-matter.ts';
import type { Profile } from './geometry.ts';
import { termsOf } from './language.ts';
import { layOutChapter, layOutNamedText, type NamedPart } from './lay-out-chapter.ts';
import { layOutOpening } from './lay-out-opening.ts';
import type { LayoutContext } from './lay-out-paragraph.ts';
import {
  BACK_TEXTS,
  cleanLine,
  FRONT_TEXTS,
  type Manuscript,
  type ManuscriptMatter,
  type MatterKind,
} from './manuscript.ts';
import type { Side } from './page-breaks.ts';
import { paginate } from './paginate.ts';
import type { Row } from './rows.ts';

/** A part that is laid out when the side of its first page is known. */
export interface PendingPart {
  start: 'right' | 'next';
  layOut: (side: Side) => Part | NamedPart;
}

/** A part with neither running heads nor page numbers: the title page, the dedication. */
const displayPart = (rowsOf: (context: LayoutContext) => Row[], context: SetContext): Part => ({
  text: setText((inner) => paginate(rowsOf(inner), inner.geometry.rows), context),
  name: '',
  hasHeads: false,
  hasPageNumber: false,
});

const piecesOf = ({ matter = [] }: Manuscript, kind: MatterKind): ManuscriptMatter[] =>
  matter.filter((piece) => piece.kind === kind && piece.text.trim() !== '');

/** Half title (in print), other books, title page, copyright, dedication, epigraph. */
export const listDisplayPages = (manuscript: Manuscript, profile: Profile, context: SetContext): PendingPart[] => {
  const page = (start: PendingPart['start'], rowsOf: (inner: LayoutContext) => Row[]): PendingPart => ({
    start,
    layOut: () => displayPart(rowsOf, context),
  });
  const copyright = piecesOf(manuscript, 'copyright')
    .map(({ text }) => text)
    .join('\n\n');
  const { isbn = '', dedication = '' } = manuscript;
  return [
    ...(profile === 'print' ? [page('right', (inner) => layOutHalfTitle(manuscript.title, inner))] : []),
    ...piecesOf(manuscript, 'front-also-by').map(({ title, text }) =>
      page('next', (inner) => layOutList(title, text, inner)),
    ),
    page('right', (inner) => layOutTitlePage(manuscript, inner)),
    ...(copyright === '' && isbn === '' ? [] : [page('next', (inner) => layOutCopyright(copyright, isbn, inner))]),
    ...(dedication.trim() === '' ? [] : [page('right', (inner) => layOutDisplayText(dedication, inner))]),
    ...piecesOf(manuscript, 'epigraph').map(({ text }) => page('next', (inner) => layOutDisplayText(text, inner))),
  ];
};

/** Texts that begin like a chapter, without a number. */
export const listNamedTexts = (texts: readonly { title: string; text: string }[], context: SetContext): PendingPart[] =>
  texts.map(({ title, text }) => ({
    start: context.design.chapterStart,
    layOut: (side) => layOutNamedText(title, text, side, context),
  }));

/** The texts between the contents and the first chapter. */
export const frontTextsOf = (manuscript: Manuscript): { title: string; text: string }[] => {
  const { introduction = '', language } = manuscript;
  return [
    ...FRONT_TEXTS.flatMap((kind) => piecesOf(manuscript, kind)),
    ...(introduction.trim() === '' ? [] : [{ title: termsOf(language).introduction, text: introduction }]),
  ];
};

/** The page with the title of a part of the book. */
const partPage = (title: string, context: SetContext): PendingPart => ({
  start: 'right',
  layOut: () => ({
    ...displayPart((inner) => layOutOpening({ label: '', title: cleanLine(title) }, inner, inner.design.drop), context),
    name: cleanLine(title),
    label: '',
    isPart: true,
  }),
});

/** Chapters, with the pages of parts between them, and the back matter. The first one is on a right-hand page. */
export const listBody = (
  manuscript: Manuscript,
  onChapter: (fraction: number) => void,
  context: SetContext,
): PendingPart[] => {
  const total = manuscript.chapters.length + 1;
  const chapters = manuscript.chapters.flatMap((chapter, index): PendingPart[] => [
    ...(chapter.part === undefined ? [] : [partPage(chapter.part, context)]),
    {
      start: index === 0 ? 'right' : context.design.chapterStart,
      layOut: (side) => {
        const part = layOutChapter(chapter, side, manuscript.language, context);
        onChapter((index + 1) / total);
        return part;
      },
    },
  ]);
  return [
    ...chapters,
    ...listNamedTexts(
      BACK_TEXTS.flatMap((kind) => piecesOf(manuscript, kind)),
      context,
    ),
  ];
};
