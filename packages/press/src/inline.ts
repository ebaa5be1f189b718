import type { FaceName } from './fonts.ts';

/** Text in one face. */
export interface InlineRun {
  face: FaceName;
  text: string;
}

type Mark = '' | '*' | '**';

const isSpaceOrEdge = (character: string): boolean => character === '' || /\s/.test(character);
const isLetterOrDigit = (character: string): boolean => character !== '' && /[\p{L}\p{N}]/u.test(character);

/**
 * The position where `mark` closes emphasis that begins at `from`, or -1. A closing mark follows a non-space and is not
 * part of `**`.
 */
const findClose = (text: string, mark: string, from: number): number => {
  for (let at = text.indexOf(mark, from + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    const doubled = mark === '*' && (text.charAt(at + 1) === '*' || text.charAt(at - 1) === '*');
    if (!doubled && !isSpaceOrEdge(text.charAt(at - 1)) && !isLetterOrDigit(text.charAt(at + mark.length))) return at;
  }
  return -1;
};

/** The mark at position `at`; '' when there is none. */
const markAt = (text: string, at: number): Mark => {
  if (text.charAt(at) !== '*') return '';
  return text.charAt(at + 1) === '*' ? '**' : '*';
};

/** Whether the mark at position `at` may open emphasis: it is not inside a word and not before a space. */
const canOpen = (text: string, at: number, mark: Mark): boolean =>
  mark !== '' && !isLetterOrDigit(text.charAt(at - 1)) && !isSpaceOrEdge(text.charAt(at + mark.length));

const faceOf = (mark: Mark, base: FaceName): FaceName => {
  if (mark === '**') return 'bold';
  return base === 'italic' ? 'regular' : 'italic';
};

/** Parses `*italic*` and `**bold**`. Unpaired stars stay text. No character besides the marks is lost. */
export const parseInline = (text: string, base: FaceName = 'regular'): InlineRun[] => {
  if (!text.includes('*')) return text === '' ? [] : [{ face: base, text }];
  const runs: InlineRun[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') runs.push({ face: base, text: plain });
    plain = '';
  };
  // When a mark is not closed, no later one of the same kind is. Not searching again keeps the scan linear.
  const neverClosed = new Set<Mark>();
  for (let at = 0; at < text.length;) {
    const mark = markAt(text, at);
    const opens = canOpen(text, at, mark) && !neverClosed.has(mark);
    const close = opens ? findClose(text, mark, at + mark.length) : -1;
    if (opens && close < 0) neverClosed.add(mark);
    if (close < 0) {
      const step = mark === '' ? 1 : mark.length;
      plain += text.slice(at, at + step);
      at += step;
      continue;
    }
    flush();
    const inner = text.slice(at + mark.length, close);
    for (const run of parseInline(inner, faceOf(mark, base))) runs.push(run);
    at = close + mark.length;
  }
  flush();
  return runs;
};
