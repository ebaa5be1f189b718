import type { TextEdit, TextRange } from '../text-edit.ts';
import { isSpace } from '../word-count.ts';
import { parseBlocks, styledLines } from './blocks.ts';
import { parseSpans } from './spans.ts';

export type Style = 'emphasis' | 'strong';
const styles: readonly Style[] = ['emphasis', 'strong'];

export interface ToggledStyle {
  /** In order, without overlaps. */
  readonly edits: readonly TextEdit[];
  /** The selection after the edits. */
  readonly selection: TextRange;
}

/** A UTF-16 unit of a paragraph that is not a mark of a style: a printed one, a backslash or a line break. */
interface Unit {
  readonly at: number;
  readonly isSpace: boolean;
  readonly emphasis: boolean;
  readonly strong: boolean;
}

/**
 * The marks of each style, in the order in which they are tried. Several are needed, because adjacent styles with the same
 * mark character may be parsed as one.
 */
const marksOfStyles: readonly Readonly<Record<Style, string>>[] = [
  { emphasis: '*', strong: '**' },
  { emphasis: '_', strong: '**' },
  { emphasis: '*', strong: '__' },
  { emphasis: '_', strong: '__' },
];

/**
 * Gives the selected text a style, or removes it when all of the text has it. A selection that begins or ends inside a
 * word is extended to the whole word, because a mark inside a word is text. At a cursor between words, a pair of marks is
 * inserted; before a closing mark, the cursor moves behind it. There are no edits when marks cannot express the style.
 * Positions are UTF-16 units; nothing outside the paragraphs and headings of the selection changes.
 */
export function toggleStyle(text: string, selection: TextRange, style: Style): ToggledStyle {
  const range = toWholeWords(text, selection);
  if (range.from === range.to) return toggleAtCursor(text, range.from, style);
  const passages = styledPassages(text)
    .filter((lines) => startOf(lines) < range.to && endOf(lines) > range.from)
    .map((lines) => ({ lines, units: readUnits(text, lines) }));
  const isSelected = ({ at }: Unit): boolean => at >= range.from && at < range.to;
  const selected = passages.flatMap(({ units }) => units.filter((unit) => isSelected(unit) && !unit.isSpace));
  const [first, last] = [selected[0], selected.at(-1)];
  if (!first || !last) return { edits: [], selection };
  const isOn = !selected.every((unit) => unit[style]);
  const written = passages.map(({ lines, units }) => {
    const wanted = units.map((unit) => (isSelected(unit) ? { ...unit, [style]: isOn } : unit));
    return writeMarks(text, lines, withPlainEdges(wanted));
  });
  if (written.includes(null)) return { edits: [], selection };
  const edits = written.flatMap((each) => each ?? []);
  return { edits, selection: mapRange({ from: first.at, to: last.at + 1 }, edits) };
}

/** The lines of each paragraph, and the words of each heading. */
const styledPassages = (text: string): (readonly TextRange[])[] =>
  parseBlocks(text)
    .map(styledLines)
    .filter((lines) => lines.length > 0);

const startOf = (lines: readonly TextRange[]): number => lines[0]?.from ?? 0;
const endOf = (lines: readonly TextRange[]): number => lines.at(-1)?.to ?? 0;

const endsInWord = /[\p{L}\p{N}\p{M}]$/u;
const beginsInWord = /^[\p{L}\p{N}\p{M}]/u;

/** Whether a position divides a word or a surrogate pair. */
function isInside(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const dividesPair = Array.from(text.slice(at - 1, at + 1)).length === 1;
  return (
    dividesPair || (endsInWord.test(text.slice(Math.max(0, at - 2), at)) && beginsInWord.test(text.slice(at, at + 2)))
  );
}

function toWholeWords(text: string, { from, to }: TextRange): TextRange {
  let [start, end] = [from, to];
  while (isInside(text, start)) start -= 1;
  while (isInside(text, end)) end += 1;
  return { from: start, to: end };
}

function toggleAtCursor(text: string, at: number, style: Style): ToggledStyle {
  const closing = closingMarkAt(text, at, style);
  if (closing) return { edits: [], selection: { from: closing.to, to: closing.to } };
  const mark = marksOfStyles[0]?.[style] ?? '';
  const cursor = at + mark.length;
  return { edits: [{ from: at, to: at, insert: mark.repeat(2) }], selection: { from: cursor, to: cursor } };
}

/** The mark at the cursor that ends this style, if there is one. */
function closingMarkAt(text: string, at: number, style: Style): TextRange | undefined {
  const lines = styledPassages(text).find((passage) => startOf(passage) < at && at < endOf(passage));
  const spans = lines ? parseSpans(text, lines) : [];
  const index = spans.findIndex(({ kind, from }) => kind === 'mark' && from === at);
  const mark = spans[index];
  const isStyled = spans[index - 1]?.[style] === true;
  const continues = spans.slice(index).find(({ kind }) => kind === 'text')?.[style] === true;
  return mark && isStyled && !continues ? mark : undefined;
}

/**
 * The units of a paragraph that are not marks of a style. Those between two lines have the style of the unit before.
 */
function readUnits(text: string, lines: readonly TextRange[]): Unit[] {
  const units: Unit[] = [];
  const add = (from: number, to: number, { emphasis, strong }: Readonly<Record<Style, boolean>>): void => {
    for (let at = from; at < to; at += 1) units.push({ at, isSpace: isSpace(text.charCodeAt(at)), emphasis, strong });
  };
  let end = startOf(lines);
  for (const span of parseSpans(text, lines)) {
    add(end, span.from, units.at(-1) ?? span);
    if (span.kind === 'text' || text.charAt(span.from) === '\\') add(span.from, span.to, span);
    end = span.to;
  }
  return units;
}

/** Removes styles from spaces at the beginning and the end of a styled passage, where a mark would be text. */
function withPlainEdges(units: readonly Unit[]): Unit[] {
  const words = units.map((unit, index) => (unit.isSpace ? -1 : index)).filter((index) => index >= 0);
  let next = 0;
  return units.map((unit, index) => {
    while ((words[next] ?? Infinity) < index) next += 1;
    if (!unit.isSpace) return unit;
    const [before, after] = [units[words[next - 1] ?? -1], units[words[next] ?? -1]];
    const isStyled = (style: Style): boolean => unit[style] && before?.[style] === true && after?.[style] === true;
    return { ...unit, emphasis: isStyled('emphasis'), strong: isStyled('strong') };
  });
}

/** The edits that write the marks of the wanted styles; null when no marks can express them. */
function writeMarks(text: string, lines: readonly TextRange[], units: readonly Unit[]): TextEdit[] | null {
  const hasUnderscores = text.slice(startOf(lines), endOf(lines)).includes('_');
  const choices = hasUnderscores ? marksOfStyles.toReversed() : marksOfStyles;
  for (const marks of choices) {
    const edits = differences(text, lines, units, marksBefore(units, marks));
    if (hasStyles(text, lines, units, edits)) return edits;
  }
  return null;
}

/** The marks before each unit, and at the end those after the last one. */
function marksBefore(units: readonly Unit[], marks: Readonly<Record<Style, string>>): string[] {
  const open: Style[] = [];
  const result = units.map((unit, index) => {
    let written = '';
    while (open.some((style) => !unit[style])) written += marks[open.pop() ?? 'emphasis'];
    if (unit.isSpace) return written;
    const opening = styles.filter((style) => unit[style] && !open.includes(style));
    for (const style of opening.length > 1 ? longestFirst(units, index) : opening) {
      open.push(style);
      written += marks[style];
    }
    return written;
  });
  return [
    ...result,
    open
      .toReversed()
      .map((style) => marks[style])
      .join(''),
  ];
}

/** Both styles, in the order in which their marks have to be opened: the one that ends later is the outer one. */
function longestFirst(units: readonly Unit[], start: number): readonly Style[] {
  let end = start;
  while (units[end]?.emphasis && units[end]?.strong) end += 1;
  return units[end]?.strong ? ['strong', 'emphasis'] : ['emphasis', 'strong'];
}

/** The edits that replace the marks of a paragraph by others. */
function differences(
  text: string,
  lines: readonly TextRange[],
  units: readonly Unit[],
  marks: readonly string[],
): TextEdit[] {
  let from = startOf(lines);
  const edits: TextEdit[] = [];
  for (const [index, insert] of marks.entries()) {
    const to = units[index]?.at ?? endOf(lines);
    if (text.slice(from, to) !== insert) edits.push({ from, to, insert });
    from = to + 1;
  }
  return edits;
}

/** Whether the edited passage is read with the wanted styles: its other characters may change the meaning of a new mark. */
function hasStyles(
  text: string,
  lines: readonly TextRange[],
  units: readonly Unit[],
  edits: readonly TextEdit[],
): boolean {
  const start = startOf(lines);
  const moved = edits.map(({ from, to, insert }) => ({ from: from - start, to: to - start, insert }));
  const edited = applyEdits(text.slice(start, endOf(lines)), moved);
  const editedLines = divideLines(edited);
  if (editedLines.some(({ from, to }) => parseBlocks(edited.slice(from, to))[0]?.kind !== 'paragraph')) return false;
  const read = readUnits(edited, editedLines);
  return (
    read.length === units.length &&
    units.every((unit, index) => unit.isSpace || styles.every((style) => unit[style] === read[index]?.[style]))
  );
}

function divideLines(text: string): TextRange[] {
  let from = 0;
  return text.split('\n').map((line) => {
    const range = { from, to: from + line.length };
    from = range.to + 1;
    return range;
  });
}

function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let [result, at] = ['', 0];
  for (const { from, to, insert } of edits) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}

/** Maps a range through edits; marks inserted at its ends stay outside it. */
function mapRange({ from, to }: TextRange, edits: readonly TextEdit[]): TextRange {
  const shift = (isBefore: (edit: TextEdit) => boolean): number =>
    edits.filter(isBefore).reduce((sum, edit) => sum + edit.insert.length - (edit.to - edit.from), 0);
  return {
    from: from + shift((edit) => edit.to <= from),
    to: to + shift((edit) => edit.to <= to && edit.from < to),
  };
}
