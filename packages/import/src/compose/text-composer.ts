import type { TextRange } from '@inkbear/prose/text-edit';
import { LossCollector } from '../document/loss-collector.ts';
import { outcomes } from '../document/outcomes.ts';
import type {
  Line,
  NoteReference,
  SourceBlock,
  SourceDocument,
  SourceLoss,
  TextBlock,
} from '../document/source-document.ts';
import { sceneBlanks } from './blank-runs.ts';
import { type StyledLine, toStyledLine } from './styled-line.ts';
import { writeLines } from './write-lines.ts';

const sceneBreak = '***';
const maxHeadingLevel = 6;

/** Writes blocks as text, and records where they stand. */
export class TextComposer {
  /** Where each block begins in the text. */
  readonly blockStarts: number[] = [];
  /** Where the words of each comment begin and end. */
  readonly anchors: { from?: number; to?: number }[] = [];
  readonly #document: SourceDocument;
  readonly #baseLevel: number;
  readonly #sceneBlanks: number;
  readonly #losses = new LossCollector();
  readonly #parts: string[] = [];
  #length = 0;
  /** The notes of this section with their numbers, in order. */
  readonly #notes = new Map<number, number>();

  /** @param level the level of the headings of chapters; headings inside a chapter are counted from the next one */
  constructor(document: SourceDocument, level: number) {
    this.#document = document;
    this.#sceneBlanks = sceneBlanks(document.blocks);
    this.#baseLevel = level;
  }

  get text(): string {
    return this.#parts.join('');
  }

  get losses(): SourceLoss[] {
    return this.#losses.list();
  }

  /** Writes the blocks of a title, which belong to no section's text. */
  writeTitle(from: number, to: number): void {
    for (let index = from; index < to; index += 1) this.#writeBlock(index);
  }

  /** Writes the blocks of a section and then its notes. Returns where it stands. */
  writeSection(from: number, to: number): SectionRanges {
    const tracker = new SceneTracker(this.#length);
    for (let index = from; index < to; index += 1) {
      if (this.#isSceneBlank(index)) tracker.addBreak(this.#write(sceneBreak));
      const range = this.#writeBlock(index);
      if (range && this.#document.blocks[index]?.kind === 'scene-break') tracker.addBreak(range);
      else if (range) tracker.addText(range);
    }
    for (const range of this.#writeNotes()) tracker.addText(range);
    return tracker.finish();
  }

  /** Whether blank paragraphs separate the scenes before and after them. */
  #isSceneBlank(index: number): boolean {
    const { blocks } = this.#document;
    const block = blocks[index];
    if (block?.kind !== 'blank' || block.count < this.#sceneBlanks) return false;
    return blocks[index - 1]?.kind === 'paragraph' && blocks[index + 1]?.kind === 'paragraph';
  }

  /** Returns where the block stands; null for one without text. */
  #writeBlock(index: number): TextRange | null {
    const block = this.#document.blocks[index];
    this.blockStarts[index] = this.#nextStart;
    if (!block || !isWritten(block)) return null;
    if (block.kind === 'scene-break') return this.#write(sceneBreak, block);
    const lines = block.lines.map((line) => this.#styledLine(line, index));
    if (block.kind === 'paragraph') return this.#writeStyled(lines, '', index);
    const level = Math.min(maxHeadingLevel, Math.max(1, block.level - this.#baseLevel));
    return this.#writeStyled(toHeadingLines(lines), `${'#'.repeat(level)} `, index);
  }

  get #nextStart(): number {
    return this.#length === 0 ? 0 : this.#length + 2;
  }

  #styledLine(line: Line, block: number): StyledLine {
    return toStyledLine(line, (note) => this.#labelOf(note, block));
  }

  #labelOf({ note }: NoteReference, block: number): string {
    if (!this.#notes.has(note)) {
      this.#notes.set(note, this.#notes.size + 1);
      const [paragraph = []] = this.#document.notes[note]?.paragraphs ?? [];
      this.#losses.add('footnote', outcomes.note, { block, quote: paragraph.map(textOfLine).join(' ') });
    }
    return `[${this.#notes.get(note)}]`;
  }

  #writeStyled(lines: readonly StyledLine[], prefix: string, block: number): TextRange {
    const { text, anchors, isStyleChanged } = writeLines(lines);
    if (isStyleChanged) this.#losses.add('style', outcomes.wordStyle, { block, quote: '' });
    const start = this.#nextStart + prefix.length;
    for (const { anchor, at } of anchors) this.#place(anchor, start + at);
    return this.#write(prefix + (prefix === '' ? text : escapeHeadingEnd(text)));
  }

  #place({ comment, edge }: { comment: number; edge: 'start' | 'end' }, at: number): void {
    const range = (this.anchors[comment] ??= {});
    if (edge === 'start') range.from ??= at;
    else range.to = at;
  }

  /** @param block a scene break with the anchors of comments */
  #write(text: string, block?: TextBlock): TextRange {
    const from = this.#nextStart;
    if (from > 0) this.#parts.push('\n\n');
    this.#parts.push(text);
    this.#length = from + text.length;
    for (const inline of block?.lines.flat() ?? []) if (inline.kind === 'anchor') this.#place(inline, from);
    return { from, to: this.#length };
  }

  #writeNotes(): TextRange[] {
    const ranges: TextRange[] = [];
    // A note may refer to further notes: a map also visits what is added while it is iterated.
    for (const [note, number] of this.#notes) {
      const { paragraphs } = this.#document.notes[note] ?? { paragraphs: [] };
      for (const [index, lines] of paragraphs.entries()) {
        const styled = lines.map((line) => this.#styledLine(line, this.blockStarts.length - 1));
        const label = index === 0 ? `[${number}] ` : '';
        ranges.push(this.#writeStyled(withLabel(styled, label), '', this.blockStarts.length - 1));
      }
    }
    this.#notes.clear();
    return ranges;
  }
}

export interface SectionRanges extends TextRange {
  readonly scenes: readonly TextRange[];
}

/** Follows where the scenes of a section begin and end. */
class SceneTracker {
  readonly #scenes: TextRange[] = [];
  #from: number | null = null;
  #to: number;
  #sceneFrom: number | null = null;

  /** @param at where the section stands if it has no text */
  constructor(at: number) {
    this.#to = at;
  }

  addText(range: TextRange): void {
    this.#sceneFrom ??= range.from;
    this.#extend(range);
  }

  addBreak(range: TextRange): void {
    this.#closeScene();
    this.#extend(range);
  }

  #extend({ from, to }: TextRange): void {
    this.#from ??= from;
    this.#to = to;
  }

  #closeScene(): void {
    if (this.#sceneFrom !== null) this.#scenes.push({ from: this.#sceneFrom, to: this.#to });
    this.#sceneFrom = null;
  }

  finish(): SectionRanges {
    this.#closeScene();
    return { from: this.#from ?? this.#to, to: this.#to, scenes: this.#scenes };
  }
}

const isWritten = (block: SourceBlock): block is TextBlock => 'lines' in block;

const textOfLine = (line: Line): string => line.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('');

function withLabel([first = { runs: [], anchors: [] }, ...rest]: StyledLine[], label: string): StyledLine[] {
  if (label === '') return [first, ...rest];
  const runs = [{ text: label, emphasis: false, strong: false }, ...first.runs];
  return [{ runs, anchors: first.anchors.map(({ anchor, at }) => ({ anchor, at: at + label.length })) }, ...rest];
}

/** A heading has one line, and its style is that of headings if all of it has the same one. */
function toHeadingLines(lines: readonly StyledLine[]): StyledLine[] {
  const runs = lines.flatMap((line, index) => [
    ...(index === 0 ? [] : [{ text: ' ', emphasis: false, strong: false }]),
    ...line.runs,
  ]);
  const visible = runs.filter(({ text }) => text.trim() !== '');
  const isUniform = visible.every(
    ({ emphasis, strong }) => emphasis === visible[0]?.emphasis && strong === visible[0].strong,
  );
  const styled = isUniform ? runs.map(({ text }) => ({ text, emphasis: false, strong: false })) : runs;
  let offset = 0;
  const anchors = lines.flatMap((line) => {
    const start = offset;
    offset += line.runs.reduce((sum, { text }) => sum + text.length, 1);
    return line.anchors.map(({ anchor, at }) => ({ anchor, at: start + at }));
  });
  return [{ runs: styled, anchors }];
}

/** The last signs of a heading would be read as its closing marks. */
function escapeHeadingEnd(text: string): string {
  let from = text.length;
  while (text.charAt(from - 1) === '#') from -= 1;
  const isClosing = from < text.length && (from === 0 || text.charAt(from - 1) === ' ');
  return isClosing ? `${text.slice(0, from)}\\${text.slice(from)}` : text;
}
