import { breakParagraph, type BrokenParagraph, type LayoutContext, type ParagraphStyle } from './lay-out-paragraph.ts';
import type { PlacedInitial } from './rows.ts';
import type { FacedRun } from './styled-text.ts';

const openingQuotes = /^[«»‹›"'“”„‘’‚]+/;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** The capital height of a font that declares none, in ems. */
const usualCapital = 0.7;
/** Space between the initial and its word, and between a word of one letter and the next one, in ems of the text. */
const gaps = { inWord: 0.1, afterWord: 0.3 };

/** The beginning of a paragraph: its opening quotation marks, its first letter or digit, and what follows. */
interface Beginning {
  quotes: string;
  letter: string;
  rest: FacedRun[];
}

/** Undefined where a paragraph does not begin with a letter or a digit. */
const splitBeginning = ([first, ...others]: readonly FacedRun[]): Beginning | undefined => {
  if (!first) return undefined;
  const text = first.text.trimStart();
  const quotes = openingQuotes.exec(text)?.[0] ?? '';
  const letter = [...graphemes.segment(text.slice(quotes.length, quotes.length + 32))][0]?.segment ?? '';
  if (!/^[\p{L}\p{N}]/u.test(letter)) return undefined;
  return { quotes, letter, rest: [{ ...first, text: text.slice(quotes.length + letter.length) }, ...others] };
};

/**
 * A paragraph with a drop cap: its first letter is as high as `rows` lines, and its opening quotation marks hang in the
 * margin. Undefined where a paragraph has none: it has fewer lines, or does not begin with a letter.
 */
export const layOutWithInitial = (
  runs: readonly FacedRun[],
  rows: number,
  style: ParagraphStyle,
  context: LayoutContext,
): (BrokenParagraph & { initials: PlacedInitial[] }) | undefined => {
  const beginning = splitBeginning(runs);
  const face = runs[0]?.face ?? 'regular';
  if (!beginning) return undefined;
  const { size } = style;
  const letter = context.shaper.shape(face, beginning.letter);
  if (letter.missing.length > 0) return undefined;
  const font = letter.glyphs[0]?.face.font;
  const capital = font && font.capHeight > 0 ? font.capHeight / font.unitsPerEm : usualCapital;
  const initialSize = size + ((rows - 1) * context.geometry.leading) / capital;
  const gap = /^\s/.test(beginning.rest[0]?.text ?? '') ? gaps.afterWord : gaps.inWord;
  const width = (letter.width * initialSize) / 1000;
  const shift = width + gap * size;
  if (shift > style.measure / 2) return undefined;
  const paragraph = breakParagraph(
    beginning.rest,
    { ...style, indent: 0, firstLines: { count: rows, shift } },
    context,
  );
  if (paragraph.lines.length < rows) return undefined;
  const quotes = context.shaper.shape(face, beginning.quotes);
  const quotesWidth = (quotes.width * size) / 1000;
  const initials: PlacedInitial[] = [
    {
      baseline: rows - 1,
      line: {
        words: [{ x: 0, pieces: [letter.glyphs] }],
        size: initialSize,
        width,
        endsInsideWord: gap === gaps.inWord,
      },
    },
  ];
  if (beginning.quotes !== '')
    initials.unshift({
      baseline: 0,
      line: { words: [{ x: -quotesWidth, pieces: [quotes.glyphs] }], size, width: quotesWidth, endsInsideWord: true },
    });
  return { ...paragraph, initials };
};

const smallCapsWords = 4;

/** Shows the first words of a paragraph in small capitals. */
export const beginInSmallCaps = (runs: readonly FacedRun[]): FacedRun[] => {
  let words = smallCapsWords;
  return runs.flatMap((run): FacedRun[] => {
    if (words === 0) return [run];
    let end = 0;
    for (const { index, 0: word } of run.text.matchAll(/\S+/g)) {
      if (words === 0) break;
      words -= 1;
      end = index + word.length;
    }
    const rest = { ...run, text: run.text.slice(end) };
    return [{ ...run, text: run.text.slice(0, end), smallCaps: true }, ...(rest.text === '' ? [] : [rest])];
  });
};
