import { type Block, readBlocks, type StyledRun } from '../styled-text.ts';

/** What CommonMark would read as syntax anywhere in a line. */
const syntax = /[\\`*_[\]<>&~|]/g;
/** What CommonMark would read as syntax at the beginning of a line. */
const lineStart = /^(\s*)([#+\-=:]|\d{1,9}(?=[.)]))/;

/** Escapes a text, so that CommonMark reads its characters as they are. */
export const escapeMarkdown = (text: string): string => text.replaceAll(syntax, '\\$&');

/** Escapes the beginning of a line. A number is escaped at the sign after it. */
const escapeLineStart = (line: string): string =>
  line.replace(lineStart, (_all, space: string, sign: string) =>
    /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
  );

/** An empty comment, which separates marks that would otherwise be read together or not as marks. */
const separator = '<!-- -->';

type Style = 'emphasis' | 'strong';
const markOf: Record<Style, string> = { emphasis: '*', strong: '**' };

const isWordCharacter = (text: string): boolean => /^[\p{L}\p{N}]/u.test(text);

/** Writes runs with the marks of emphasis. Marks are nested, and spaces are outside of them. */
const runsToMarkdown = (runs: readonly StyledRun[]): string => {
  const open: Style[] = [];
  let text = '';
  const closeUntil = (wanted: (style: Style) => boolean): boolean => {
    const first = open.findIndex((style) => !wanted(style));
    if (first < 0) return false;
    while (open.length > first) text += markOf[open.pop() as Style];
    return true;
  };
  for (const run of runs) {
    const inner = run.text.trim();
    const isBlank = inner === '';
    const before = isBlank ? run.text : run.text.slice(0, run.text.indexOf(inner));
    const last = text.at(-1) ?? ' ';
    const hasClosed = closeUntil((style) => !isBlank && run[style]);
    text += before;
    if (isBlank) continue;
    const opening = (['strong', 'emphasis'] as const).filter((style) => run[style] && !open.includes(style));
    // A mark between a sign and a letter does not close emphasis, and one between a letter and a sign does not open it.
    const isClosedBadly = hasClosed && (opening.length > 0 || (!isWordCharacter(last) && isWordCharacter(inner)));
    const isOpenedBadly = opening.length > 0 && isWordCharacter(last) && !isWordCharacter(inner);
    if (before === '' && (isClosedBadly || isOpenedBadly)) text += separator;
    for (const style of opening) {
      text += markOf[style];
      open.push(style);
    }
    text += escapeMarkdown(inner);
    const after = run.text.slice(before.length + inner.length);
    if (after !== '') closeUntil(() => false);
    text += after;
  }
  closeUntil(() => false);
  return text;
};

/** Escapes the last sign of a heading that CommonMark would read as the end of the heading's line. */
const escapeHeadingEnd = (text: string): string => (text.endsWith('#') ? `${text.slice(0, -1)}\\#` : text);

const blockToMarkdown = (block: Block, depth: number): string => {
  if (block.kind === 'scene-break') return '* * *';
  if (block.kind === 'heading')
    return `${'#'.repeat(Math.min(6, block.level + depth))} ${escapeHeadingEnd(runsToMarkdown(block.content).trim())}`;
  return block.lines.map((runs) => escapeLineStart(runsToMarkdown(runs).trim())).join('\\\n');
};

/**
 * Writes a text as CommonMark. A line break inside a paragraph is kept.
 * @param depth how much lower the headings of the text are than those of a document
 */
export const textToMarkdown = (text: string, depth: number): string =>
  readBlocks(text)
    .map((block) => blockToMarkdown(block, depth))
    .join('\n\n');
