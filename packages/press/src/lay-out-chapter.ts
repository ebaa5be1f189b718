import { type Part, type SetContext, setText } from './draft.ts';
import { termsOf } from './language.ts';
import { layOutOpening, nameChapter } from './lay-out-opening.ts';
import type { LayoutContext } from './lay-out-paragraph.ts';
import { layOutBlocks } from './lay-out-text.ts';
import { cleanLine, type ManuscriptChapter } from './manuscript.ts';
import type { Side } from './page-breaks.ts';
import { paginate } from './paginate.ts';
import { readBlocks } from './styled-text.ts';

/** A text with a name in the contents: an introduction, a chapter, an afterword. */
export interface NamedPart extends Part {
  /** The chapter number before its name in the contents; may be empty. */
  label: string;
  /** Whether it is the page of a part of the book, which contains the chapters after it. */
  isPart: boolean;
}

/** How a text with an opening begins. */
interface Opening {
  label: string;
  title: string;
  side: Side;
}

/** Lays out one text with its opening. */
export const layOutPart = ({ label, title, side }: Opening, text: string, context: SetContext): Part => ({
  text: context.cache(context, [label, title, text, side], () =>
    setText((inner: LayoutContext) => {
      const opening = layOutOpening({ label, title }, inner, inner.design.drop);
      return paginate([...opening, ...layOutBlocks(readBlocks(text), inner, true)], inner.geometry.rows, side);
    }, context),
  ),
  name: title,
  hasHeads: true,
  hasPageNumber: true,
});

/** Lays out one chapter with its opening. */
export const layOutChapter = (
  chapter: ManuscriptChapter,
  side: Side,
  language: string,
  context: SetContext,
): NamedPart => {
  const { label, title, name } = nameChapter(chapter, context.design.chapterLabel, termsOf(language));
  return {
    ...layOutPart({ label, title, side }, chapter.text, context),
    name,
    label: label === '' || chapter.number === undefined ? '' : String(chapter.number),
    isPart: false,
  };
};

/** Lays out a text without a number, such as an introduction. */
export const layOutNamedText = (title: string, text: string, side: Side, context: SetContext): NamedPart => ({
  ...layOutPart({ label: '', title: cleanLine(title), side }, text, context),
  label: '',
  isPart: false,
});
