import { parseBlocks, styledLines } from '../marks/blocks.ts';
import type { TextEdit } from '../text-edit.ts';
import { curlyQuote, noOpenQuotes, readQuotes } from './curly-quotes.ts';
import { quotationMarksOf } from './quotation-marks.ts';

export type TypographyKind = 'quotation-mark' | 'dash' | 'ellipsis' | 'spaces';

export interface TypographyProposal extends TextEdit {
  readonly kind: TypographyKind;
}

const candidates = /["']|\.{3,}|-{2,3}|(?<=\S)[^\S\n\u00a0\u202f]{2,}(?=\S)/g;
/** How many characters around a mark decide what it is. */
const lookAround = 20;

/**
 * Lists the characters of a text that a typesetter would replace: straight quotation marks, hyphens for dashes, three
 * full stops and repeated spaces. Scene breaks are left alone. In order, without overlaps; takes time proportional to the
 * length of the text.
 * @param language a BCP 47 tag
 */
export function proposeTypography(text: string, language: string): TypographyProposal[] {
  const proposals: TypographyProposal[] = [];
  for (const line of parseBlocks(text).flatMap(styledLines))
    for (const proposal of inLine(text.slice(line.from, line.to), language))
      proposals.push({ ...proposal, from: line.from + proposal.from, to: line.from + proposal.to });
  return proposals;
}

function inLine(line: string, language: string): TypographyProposal[] {
  const marks = quotationMarksOf(language);
  const proposals: TypographyProposal[] = [];
  let [open, readTo] = [noOpenQuotes, 0];
  for (const { 0: found, index: from } of line.matchAll(candidates)) {
    const to = from + found.length;
    if (found !== '"' && found !== "'") {
      proposals.push({ from, to, ...replacementOf(found) });
      continue;
    }
    const kind = found === '"' ? 'double' : 'single';
    open = readQuotes(line, { from: readTo, to: from }, { marks, open });
    const [before, after] = [line.slice(Math.max(0, from - lookAround), from), line.slice(to, to + lookAround)];
    const { text, role } = curlyQuote({ kind, before, after, marks, isOpen: open[kind] });
    if (role !== 'apostrophe') open = { ...open, [kind]: role === 'opening' };
    readTo = to;
    proposals.push({ from, to, insert: text, kind: 'quotation-mark' });
  }
  return proposals;
}

function replacementOf(found: string): { insert: string; kind: TypographyKind } {
  if (found.startsWith('.')) return { insert: '…'.padEnd(1 + Math.max(0, found.length - 3), '.'), kind: 'ellipsis' };
  if (found.startsWith('-')) return { insert: found.length === 2 ? '–' : '—', kind: 'dash' };
  return { insert: ' ', kind: 'spaces' };
}
