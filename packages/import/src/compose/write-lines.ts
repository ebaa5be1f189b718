import { parseBlocks } from '@inkbear/prose/marks/blocks';
import { parseSpans } from '@inkbear/prose/marks/spans';
import type { TextRange } from '@inkbear/prose/text-edit';
import type { CommentAnchor, TextStyle } from '../document/source-document.ts';
import { escapeText, isPlain } from './escape-text.ts';
import { joinRuns, type Run, type StyledLine, styleOf, withWholeWords } from './styled-line.ts';

/** Lines in the grammar of `@inkbear/prose/marks`. */
interface WrittenLines {
  readonly text: string;
  /** Positions in `text`. */
  readonly anchors: readonly { readonly anchor: CommentAnchor; readonly at: number }[];
  /** Whether words have another style than in the file, because the grammar cannot express it. */
  readonly isStyleChanged: boolean;
}

type Style = 'emphasis' | 'strong';
type Mark = '*' | '_';

interface OpenStyle {
  readonly style: Style;
  readonly mark: Mark;
}

/** A part of a run: either white space, or text that begins and ends with a visible character. */
interface Piece extends Run {
  readonly isSpace: boolean;
}

function toPieces(runs: readonly Run[]): Piece[] {
  return runs.flatMap((run) => {
    const inner = run.text.trim();
    if (inner === '') return [{ ...run, isSpace: true }];
    const from = run.text.indexOf(inner);
    const space = (text: string): Piece => ({ ...run, text, isSpace: true });
    const pieces = [space(run.text.slice(0, from)), { ...run, text: inner, isSpace: false }];
    return [...pieces, space(run.text.slice(from + inner.length))].filter(({ text }) => text !== '');
  });
}

/** How many visible pieces in sequence have a style, counted from the last one. */
function lengthsOf(pieces: readonly Piece[]): Record<Style, number>[] {
  const lengths: Record<Style, number>[] = [];
  let after: Record<Style, number> = { emphasis: 0, strong: 0 };
  for (const { isSpace, emphasis, strong } of pieces.toReversed()) {
    const step = isSpace ? 0 : 1;
    after = { emphasis: emphasis ? after.emphasis + step : 0, strong: strong ? after.strong + step : 0 };
    lengths.push(after);
  }
  return lengths.reverse();
}

/** Writes one line. Marks stand at words, never at white space, and the style that lasts longer is outside. */
class LineWriter {
  text = '';
  /** For each unit of the line, and for its end, where it begins in `text`. */
  readonly positions: number[] = [];
  readonly #open: OpenStyle[] = [];
  /** The mark with which `text` ends. */
  #lastMark: Mark | null = null;

  write(runs: readonly Run[]): void {
    const pieces = toPieces(runs);
    const lengths = lengthsOf(pieces);
    let space = '';
    for (const [index, piece] of pieces.entries()) {
      this.#closeUnwanted(piece);
      if (piece.isSpace) {
        space += piece.text;
        continue;
      }
      this.#writePlain(space);
      space = '';
      this.#openWanted(piece, lengths[index] ?? { emphasis: 0, strong: 0 });
      if (isPlain(piece.text)) this.#writePlain(piece.text);
      else escapeText(piece.text, (written) => this.#writeUnit(written));
    }
    this.#closeUnwanted({ emphasis: false, strong: false });
    this.positions.push(this.text.length);
  }

  #writeUnit(written: string): void {
    this.positions.push(this.text.length);
    this.text += written;
    this.#lastMark = null;
  }

  #writePlain(text: string): void {
    if (text !== '') this.#lastMark = null;
    for (let at = 0; at < text.length; at += 1) this.positions.push(this.text.length + at);
    this.text += text;
  }

  #closeUnwanted(wanted: TextStyle): void {
    const first = this.#open.findIndex(({ style }) => !wanted[style]);
    if (first < 0) return;
    for (const { style, mark } of this.#open.splice(first).reverse()) this.#writeMark(style, mark);
  }

  #writeMark(style: Style, mark: Mark): void {
    this.text += style === 'strong' ? mark + mark : mark;
    this.#lastMark = mark;
  }

  #openWanted(wanted: TextStyle, lengths: Record<Style, number>): void {
    const isOpen = (style: Style): boolean => this.#open.some((open) => open.style === style);
    const opening = (['emphasis', 'strong'] as const).filter((style) => wanted[style] && !isOpen(style));
    // Marks that touch others of the same kind would be read as one run with them.
    const mark = this.#lastMark === '*' ? '_' : '*';
    for (const style of opening.sort((one, other) => lengths[other] - lengths[one])) {
      this.#writeMark(style, mark);
      this.#open.push({ style, mark });
    }
  }
}

interface WrittenLine {
  readonly text: string;
  readonly positions: readonly number[];
}

function writeLine(runs: readonly Run[]): WrittenLine {
  const writer = new LineWriter();
  writer.write(runs);
  // A line of this kind would be read as a heading or as a scene break.
  const isText = parseBlocks(writer.text).every(({ kind }) => kind === 'paragraph');
  if (isText) return { text: writer.text, positions: writer.positions };
  return { text: `\\${writer.text}`, positions: writer.positions.map((position) => position + 1) };
}

/** Each visible character with its style: marks may be moved over white space. */
function* charactersOf(runs: Iterable<Run>): Generator<string> {
  for (const run of runs)
    for (const character of run.text) if (character.trim() !== '') yield `${character}${styleOf(run)}`;
}

function* readBack(text: string): Generator<Run> {
  const lines: TextRange[] = [];
  for (const block of parseBlocks(text))
    if (block.kind === 'paragraph') for (const line of block.lines) lines.push(line);
  for (const { kind, from, to, emphasis, strong } of parseSpans(text, lines))
    if (kind === 'text') yield { text: text.slice(from, to), emphasis, strong };
}

/** Whether the grammar reads the text with these characters and styles. */
function isReadAs(text: string, lines: readonly (readonly Run[])[]): boolean {
  if (isPlain(text)) return lines.every((runs) => runs.every((run) => styleOf(run) === ''));
  const actual = charactersOf(readBack(text));
  for (const expected of charactersOf(lines.flat())) if (actual.next().value !== expected) return false;
  return actual.next().done === true;
}

const withoutStyles = (runs: readonly Run[]): Run[] =>
  joinRuns(runs.map(({ text }) => ({ text, emphasis: false, strong: false })));

/**
 * Writes the lines of a paragraph or heading so that the grammar reads them with the same characters and styles; where it
 * cannot express a style, with the nearest one.
 */
export function writeLines(lines: readonly StyledLine[]): WrittenLines {
  const visible = lines.filter(({ runs }) => runs.length > 0);
  const variants = [
    { of: (runs: readonly Run[]) => runs, isStyleChanged: false },
    { of: withWholeWords, isStyleChanged: true },
    { of: withoutStyles, isStyleChanged: true },
  ];
  let written: WrittenLine[] = [];
  let isStyleChanged = false;
  for (const variant of variants) {
    const runs = visible.map((line) => variant.of(line.runs));
    written = runs.map(writeLine);
    isStyleChanged = variant.isStyleChanged;
    if (isReadAs(written.map(({ text }) => text).join('\n'), runs)) break;
  }
  return { ...placeAnchors(visible, written), isStyleChanged };
}

function placeAnchors(
  lines: readonly StyledLine[],
  written: readonly WrittenLine[],
): Omit<WrittenLines, 'isStyleChanged'> {
  const anchors: { anchor: CommentAnchor; at: number }[] = [];
  let start = 0;
  for (const [index, { text, positions }] of written.entries()) {
    for (const { anchor, at } of lines[index]?.anchors ?? [])
      anchors.push({ anchor, at: start + (positions[at] ?? text.length) });
    start += text.length + 1;
  }
  return { text: written.map(({ text }) => text).join('\n'), anchors };
}
