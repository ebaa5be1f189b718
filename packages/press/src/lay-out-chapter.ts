import { type LaidOutText, type TypesetContext, typesetText } from './draft-pages.ts';
import { layOutOpening } from './lay-out-opening.ts';
import type { LayoutContext } from './lay-out-paragraph.ts';
import { layOutBlocks } from './lay-out-text.ts';
import type { Side } from './page-breaks.ts';
import { paginate } from './paginate.ts';
import type { TextSection } from './sections.ts';
import { readBlocks } from './styled-text.ts';

/** A text with a name in the contents: an introduction, a chapter, an afterword. */
export interface NamedText extends LaidOutText {
  /** The chapter number before its name in the contents; may be empty. */
  label: string;
  /** Whether it is the title page of a part of the book, which contains the chapters after it. */
  isPartTitle: boolean;
}

/** How a text with an opening begins. */
interface Opening {
  label: string;
  title: string;
  side: Side;
}

/** Lays out one text with its opening. */
export const layOutOpenedText = (
  { label, title, side }: Opening,
  text: string,
  context: TypesetContext,
): LaidOutText => ({
  text: context.cache(context, [label, title, text, side], () =>
    typesetText(
      (inner: LayoutContext) => {
        const opening = layOutOpening({ label, title }, inner, inner.design.drop);
        return paginate([...opening, ...layOutBlocks(readBlocks(text), inner, true)], inner.geometry.rows, side);
      },
      context,
      side,
    ),
  ),
  name: title,
  hasHeads: true,
  hasPageNumber: true,
});

/** Lays out a chapter, or front or back matter that begins like one. */
export const layOutTextSection = (
  { heading, number, text }: TextSection,
  side: Side,
  context: TypesetContext,
): NamedText => {
  const { label, title, name } = heading;
  return {
    ...layOutOpenedText({ label, title, side }, text, context),
    name,
    label: label === '' || number === undefined ? '' : String(number),
    isPartTitle: false,
  };
};
