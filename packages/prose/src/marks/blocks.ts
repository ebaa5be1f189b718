import type { TextRange } from '../text-edit.ts';
import { isSpace } from '../word-count.ts';

interface Heading {
  readonly kind: 'heading';
  /** The whole line. */
  readonly range: TextRange;
  /** 1 to 6. */
  readonly level: number;
  /** The line without its marks. */
  readonly content: TextRange;
}
interface SceneBreak {
  readonly kind: 'scene-break';
  readonly range: TextRange;
}
interface Paragraph {
  readonly kind: 'paragraph';
  readonly range: TextRange;
  /** At least one; they are separated by manual line breaks. */
  readonly lines: readonly TextRange[];
}
export type Block = Paragraph | Heading | SceneBreak;

/** The parts of a block that may contain emphasis: the lines of a paragraph, or the words of a heading. */
export function styledLines(block: Block): readonly TextRange[] {
  if (block.kind === 'scene-break') return [];
  return block.kind === 'heading' ? [block.content] : block.lines;
}

/** What a line of a text is. Ranges leave out the white space at both ends of the line. */
type Line = { readonly kind: 'blank' } | { readonly kind: 'text'; readonly range: TextRange } | Heading | SceneBreak;

const maxHeadingLevel = 6;
/** Three or more of one of them, with any space between, are a scene break. */
const breakMarks = '*-~';
const minBreakMarks = 3;
/** Either of them alone on a line is a scene break too. */
const singleCharacterBreaks = '#⁂';

/** Parses the line of a text between two positions, which must not contain a line break. */
function parseLine(text: string, from: number, to: number): Line {
  const range = trim(text, { from, to });
  if (range.from === range.to) return { kind: 'blank' };
  if (isSceneBreak(text, range)) return { kind: 'scene-break', range };
  return parseHeading(text, range) ?? { kind: 'text', range };
}

/**
 * Parses a text into blocks, in time proportional to its length. Blank lines separate paragraphs, and a single line break
 * inside a paragraph is a manual one. In a text without blank lines every line is a paragraph.
 */
export function parseBlocks(text: string): Block[] {
  const lines = [...parseLines(text)];
  return toBlocks(lines, hasInnerBlank(lines));
}

/**
 * Parses a part of a text that begins and ends with a line. Positions are those in the part. `isSeparated` says whether
 * blank lines separate the paragraphs of the whole text.
 */
export const parseBlocksOfPart = (part: string, isSeparated: boolean): Block[] =>
  toBlocks(parseLines(part), isSeparated);

/** Whether blank lines separate the paragraphs of a text: one stands between two lines that are not blank. */
export function isSeparatedByBlanks(lines: Iterable<string>): boolean {
  let [hasText, isAfterBlank] = [false, false];
  for (const line of lines) {
    const isBlank = trim(line, { from: 0, to: line.length }).from === line.length;
    if (!isBlank && isAfterBlank) return true;
    hasText ||= !isBlank;
    isAfterBlank = hasText && isBlank;
  }
  return false;
}

function toBlocks(lines: Iterable<Line>, isSeparated: boolean): Block[] {
  const blocks: Block[] = [];
  let openLines: TextRange[] | null = null;
  for (const line of lines) {
    if (line.kind !== 'text') {
      openLines = null;
      if (line.kind !== 'blank') blocks.push(line);
    } else if (openLines && isSeparated) {
      openLines.push(line.range);
      blocks[blocks.length - 1] = paragraphOf(openLines);
    } else {
      openLines = [line.range];
      blocks.push(paragraphOf(openLines));
    }
  }
  return blocks;
}

function* parseLines(text: string): Generator<Line> {
  for (let from = 0, to = 0; to < text.length; from = to + 1) {
    const end = text.indexOf('\n', from);
    to = end < 0 ? text.length : end;
    yield parseLine(text, from, to);
  }
}

/** The array is shared with the block, so that further lines can be added to it. */
const paragraphOf = (lines: TextRange[]): Paragraph => ({
  kind: 'paragraph',
  range: { from: lines[0]?.from ?? 0, to: lines.at(-1)?.to ?? 0 },
  lines,
});

const hasInnerBlank = (lines: readonly Line[]): boolean => {
  const isFilled = ({ kind }: Line): boolean => kind !== 'blank';
  const inner = lines.slice(lines.findIndex(isFilled), lines.findLastIndex(isFilled));
  return !inner.every(isFilled);
};

function trim(text: string, { from, to }: TextRange): TextRange {
  let [start, end] = [from, to];
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return { from: start, to: end };
}

/** Whether a line of a text is a scene break. */
export const isSceneBreakLine = (text: string, line: TextRange): boolean => isSceneBreak(text, trim(text, line));

function isSceneBreak(text: string, { from, to }: TextRange): boolean {
  const mark = text.charAt(from);
  if (to - from === 1) return singleCharacterBreaks.includes(mark);
  if (!breakMarks.includes(mark)) return false;
  let count = 0;
  for (let at = from; at < to; at += 1) {
    if (text.charAt(at) === mark) count += 1;
    else if (!isSpace(text.charCodeAt(at))) return false;
  }
  return count >= minBreakMarks;
}

/** `## Title` or `## Title ##`. */
function parseHeading(text: string, range: TextRange): Heading | null {
  const { from, to } = range;
  let level = 0;
  while (text.charAt(from + level) === '#') level += 1;
  if (level === 0 || level > maxHeadingLevel || from + level >= to || !isSpace(text.charCodeAt(from + level)))
    return null;
  const words = trim(text, { from: from + level, to });
  return { kind: 'heading', range, level, content: withoutClosingMarks(text, words) };
}

/** Closing marks are separated from the title by a space; a title of marks alone is kept. */
function withoutClosingMarks(text: string, words: TextRange): TextRange {
  let end = words.to;
  while (end > words.from && text.charAt(end - 1) === '#') end -= 1;
  const hasClosingMarks = end < words.to && end > words.from && isSpace(text.charCodeAt(end - 1));
  return hasClosingMarks ? trim(text, { from: words.from, to: end }) : words;
}
