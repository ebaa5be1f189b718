import type { TextRange } from '@inkbear/prose/text-edit';
import { plainText } from '../document/document-builder.ts';
import { quoteOf } from '../document/loss-collector.ts';
import type { LossKind, SourceDocument } from '../document/source-document.ts';
import { importLimits } from '../limits.ts';
import type { Outline, OutlineSection } from '../outline/outline.ts';
import { type SectionRanges, TextComposer } from './text-composer.ts';

/** A section of a book, as ranges of the text. */
export interface PlacedSection extends Omit<OutlineSection, 'from' | 'textFrom' | 'to'>, SectionRanges {}

/** A comment with its place in the text; `from` equals `to` where the commented words are not in the text. */
export interface PlacedComment extends TextRange {
  readonly author: string;
  readonly text: string;
  /** The commented words, without marks. */
  readonly quote: string;
}

/** Something that the text does not have, with its places. */
export interface PlacedLoss {
  readonly kind: LossKind;
  readonly outcome: string;
  readonly count: number;
  readonly places: readonly { readonly at: number; readonly quote: string }[];
}

interface ComposedManuscript {
  readonly text: string;
  readonly sections: readonly PlacedSection[];
  readonly comments: readonly PlacedComment[];
  readonly losses: readonly PlacedLoss[];
}

/** Writes the text of a document, section by section, with the notes of each at its end. */
export function composeManuscript(document: SourceDocument, outline: Outline): ComposedManuscript {
  const composer = new TextComposer(document, outline.level);
  const sections: PlacedSection[] = [];
  let written = 0;
  for (const { from, textFrom, to, ...section } of outline.sections) {
    // The title of a part stands between the sections.
    composer.writeTitle(written, from);
    composer.writeTitle(from, textFrom);
    sections.push({ ...section, ...composer.writeSection(textFrom, to) });
    written = to;
  }
  const { text, blockStarts, anchors } = composer;
  const quoteAt = (block: number): string => quoteAround(document, block);
  return {
    text,
    sections,
    comments: document.comments.map((comment, index) => ({ ...comment, ...rangeOf(anchors[index], text) })),
    losses: [...document.losses, ...composer.losses].map((loss) => ({
      ...loss,
      places: loss.places.map(({ block, quote }) => ({
        at: blockStarts[block] ?? text.length,
        quote: quote === '' ? quoteAt(block) : quote,
      })),
    })),
  };
}

/** The words of a block, or of the last one before it that has some. */
function quoteAround({ blocks }: SourceDocument, index: number): string {
  for (let at = Math.min(index, blocks.length - 1); at >= Math.max(0, index - 10); at -= 1) {
    const block = blocks[at];
    const text = block && 'lines' in block ? plainText(block.lines) : '';
    if (text.trim() !== '') return quoteOf(text);
  }
  return '';
}

/** Marks of emphasis and backslashes are not words. */
const markSigns = /[*_\\]/g;

function rangeOf(range: Partial<TextRange> | undefined, text: string): TextRange & { quote: string } {
  const from = range?.from ?? range?.to ?? text.length;
  const to = Math.max(from, range?.to ?? from);
  const quote = text.slice(from, Math.min(to, from + 2 * importLimits.quoteUnits)).replaceAll(markSigns, '');
  return { from, to, quote: quoteOf(quote) };
}
