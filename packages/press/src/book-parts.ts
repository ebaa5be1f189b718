import { type LaidOutText, type TypesetContext, typesetText } from './draft-pages.ts';
import { layOutCopyright, layOutDisplayText, layOutHalfTitle, layOutList, layOutTitlePage } from './front-matter.ts';
import type { Profile } from './geometry.ts';
import { layOutTextSection, type NamedText } from './lay-out-chapter.ts';
import { layOutOpening } from './lay-out-opening.ts';
import type { LayoutContext } from './lay-out-paragraph.ts';
import type { Manuscript } from './manuscript.ts';
import type { Side } from './page-breaks.ts';
import { paginate } from './paginate.ts';
import type { Row } from './rows.ts';
import type { BookSections, DisplaySection, TextSection } from './sections.ts';

/** A text that is laid out when the side of its first page is known. */
export interface PendingText {
  start: 'right' | 'next';
  layOut: (side: Side) => LaidOutText | NamedText;
}

/** A text with neither running heads nor page numbers: the title page, the dedication. */
const layOutDisplay = (rowsOf: (context: LayoutContext) => Row[], context: TypesetContext): LaidOutText => ({
  text: typesetText((inner) => paginate(rowsOf(inner), inner.geometry.rows), context),
  name: '',
  hasHeads: false,
  hasPageNumber: false,
});

const displayPage = (section: DisplaySection, manuscript: Manuscript, context: TypesetContext): PendingText => {
  const page = (start: PendingText['start'], rowsOf: (inner: LayoutContext) => Row[]): PendingText => ({
    start,
    layOut: () => layOutDisplay(rowsOf, context),
  });
  switch (section.kind) {
    case 'also-by':
      return page('next', (inner) => layOutList(section.title, section.text, inner));
    case 'title':
      return page('right', (inner) => layOutTitlePage(manuscript, inner));
    case 'copyright':
      return page('next', (inner) => layOutCopyright(section.text, inner));
    case 'dedication':
      return page('right', (inner) => layOutDisplayText(section.text, inner));
    case 'epigraph':
      return page('next', (inner) => layOutDisplayText(section.text, inner));
  }
};

/** The page with the title of a part of the book. */
const partTitle = (title: string, context: TypesetContext): PendingText => ({
  start: 'right',
  layOut: () => ({
    ...layOutDisplay((inner) => layOutOpening({ label: '', title }, inner, inner.design.drop), context),
    name: title,
    label: '',
    isPartTitle: true,
  }),
});

const pendingSection = (section: TextSection, context: TypesetContext): PendingText => ({
  start: context.design.chapterStart,
  layOut: (side) => layOutTextSection(section, side, context),
});

/** The pages before the contents; in print with a half title. */
export const listDisplayPages = (
  { display }: BookSections,
  manuscript: Manuscript,
  profile: Profile,
  context: TypesetContext,
): PendingText[] => {
  const halfTitle: PendingText = {
    start: 'right',
    layOut: () => layOutDisplay((inner) => layOutHalfTitle(manuscript.title, inner), context),
  };
  const pages = display.map((section) => displayPage(section, manuscript, context));
  return profile === 'print' ? [halfTitle, ...pages] : pages;
};

export const listTextSections = (sections: readonly TextSection[], context: TypesetContext): PendingText[] =>
  sections.map((section) => pendingSection(section, context));

/** Chapters, with the pages of parts between them, and the back matter. The first one is on a right-hand page. */
export const listBody = (
  { chapters, back }: BookSections,
  onChapterDone: (done: number, total: number) => void,
  context: TypesetContext,
): PendingText[] => {
  const count = chapters.filter(({ kind }) => kind === 'text').length;
  let number = 0;
  const pending = chapters.map((section, index): PendingText => {
    const start = index === 0 ? 'right' : undefined;
    if (section.kind === 'part') {
      const part = partTitle(section.title, context);
      return { ...part, start: start ?? part.start };
    }
    const chapter = pendingSection(section, context);
    const done = (number += 1);
    return {
      start: start ?? chapter.start,
      layOut: (side) => {
        const laidOut = chapter.layOut(side);
        onChapterDone(done, count);
        return laidOut;
      },
    };
  });
  return [...pending, ...listTextSections(back, context)];
};
