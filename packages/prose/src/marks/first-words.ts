import type { TextRange } from '../text-edit.ts';
import { parseBlocksOfPart, styledLines } from './blocks.ts';
import { parseSpans } from './spans.ts';

/** Units that are read for the first words: white space and marks may come before them. */
const maxReadUnits = 400;
const maxFirstWordsUnits = 80;

/** The first words of a part of a text on one line of at most 80 units, without the marks of headings and emphasis. */
export function firstWordsOf(text: string, { from, to }: TextRange): string {
  const start = text.slice(from, Math.min(to, from + maxReadUnits));
  const words = parseBlocksOfPart(start, false)
    .flatMap(styledLines)
    .flatMap((line) => printedText(start, line).split(/\s+/))
    .filter((word) => word !== '');
  let line = words.shift()?.slice(0, maxFirstWordsUnits) ?? '';
  for (const word of words) {
    if (line.length + 1 + word.length > maxFirstWordsUnits) break;
    line += ` ${word}`;
  }
  return line.toWellFormed();
}

const printedText = (text: string, line: TextRange): string =>
  parseSpans(text, [line])
    .filter(({ kind }) => kind === 'text')
    .map(({ from, to }) => text.slice(from, to))
    .join('');
