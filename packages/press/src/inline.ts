import type { FaceName } from './fonts.ts';

/** A stretch of one line in one face. */
export interface InlineRun {
  face: FaceName;
  text: string;
}

const isSpaceOrEdge = (character: string): boolean => character === '' || /\s/.test(character);
const isWordish = (character: string): boolean => character !== '' && /[\p{L}\p{N}]/u.test(character);

/** Where `mark` closes a stretch that begins at `from`, or -1: after something that is no space, and not inside `**`. */
const findClose = (text: string, mark: string, from: number): number => {
  for (let at = text.indexOf(mark, from + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    const doubled = mark === '*' && (text.charAt(at + 1) === '*' || text.charAt(at - 1) === '*');
    if (!doubled && !isSpaceOrEdge(text.charAt(at - 1)) && !isWordish(text.charAt(at + mark.length))) return at;
  }
  return -1;
};

/** Reads `*italic*` and `**bold**`. A star that opens or closes nothing stays a star. Never loses a character besides marks. */
export const parseInline = (text: string, base: FaceName = 'regular'): InlineRun[] => {
  if (!text.includes('*')) return text === '' ? [] : [{ face: base, text }];
  const runs: InlineRun[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') runs.push({ face: base, text: plain });
    plain = '';
  };
  // Once a mark finds no partner to its right, no later one will: keeps the scan linear.
  const exhausted = new Set<string>();
  for (let at = 0; at < text.length;) {
    const mark = text.startsWith('**', at) ? '**' : text.charAt(at) === '*' ? '*' : '';
    const opens =
      mark !== '' &&
      !exhausted.has(mark) &&
      !isWordish(text.charAt(at - 1)) &&
      !isSpaceOrEdge(text.charAt(at + mark.length));
    const close = opens ? findClose(text, mark, at + mark.length) : -1;
    if (opens && close < 0) exhausted.add(mark);
    if (close < 0) {
      const step = mark === '' ? 1 : mark.length;
      plain += text.slice(at, at + step);
      at += step;
      continue;
    }
    flush();
    const inner = text.slice(at + mark.length, close);
    const face = mark === '**' ? 'bold' : base === 'italic' ? 'regular' : 'italic';
    for (const run of parseInline(inner, face)) runs.push(run);
    at = close + mark.length;
  }
  flush();
  return runs;
};
