import type { EditorState, Extension, Line, Range, Text } from '@codemirror/state';
import { StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { type Block, isSeparatedByBlanks, parseBlocksOfPart } from '@inkbear/prose/marks/blocks';
import { parseSpans, type Span } from '@inkbear/prose/marks/spans';

/**
 * How many characters before and after the visible ones are read to find the ends of their paragraphs. A paragraph that
 * continues beyond them is styled as if it ended there.
 */
const maxCharactersAround = 20_000;
/**
 * The greatest length of visible lines and the paragraphs around them, together. A longer part is shown without styles,
 * because every keystroke would parse it again.
 */
const maxStyledLength = 140_000;
/** How many blank lines above a paragraph are skipped to find what is before it. */
const maxBlankLines = 200;

/** Whether blank lines separate the paragraphs of the whole text. */
const separatedByBlanks = StateField.define<boolean>({
  create: ({ doc }) => isSeparatedByBlanks(doc.iterLines()),
  update(isSeparated, { docChanged, changes, newDoc }) {
    if (!docChanged) return isSeparated;
    // A blank line begins to separate paragraphs when it, or the line before or after it, changes. In other texts the
    // search ends at the first blank line.
    let mayDiffer = isSeparated;
    changes.iterChangedRanges((_fromA, _toA, from, to) => {
      mayDiffer ||= hasBlankLine(newDoc, Math.max(0, newDoc.lineAt(from).from - 1), newDoc.lineAt(to).to + 1);
    });
    return mayDiffer ? isSeparatedByBlanks(newDoc.iterLines()) : false;
  },
});

const isBlank = ({ text }: Line): boolean => text.trim() === '';

function hasBlankLine(doc: Text, from: number, to: number): boolean {
  for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
    if (isBlank(line)) return true;
    if (line.to >= to || line.number === doc.lines) return false;
  }
}

const lineStyle = (className: string): Decoration => Decoration.line({ class: className });
const lineStyles = {
  blank: lineStyle('cm-blank'),
  indented: lineStyle('cm-indented'),
  sceneBreak: lineStyle('cm-scene-break'),
  headings: [1, 2, 3, 4, 5, 6].map((level) => lineStyle(`cm-heading cm-heading-${level}`)),
};
const textStyle = (className: string): Decoration => Decoration.mark({ class: className });
const markStyle = textStyle('cm-style-mark');
const textStyles = {
  emphasis: textStyle('cm-emphasis'),
  strong: textStyle('cm-strong'),
  both: textStyle('cm-emphasis cm-strong'),
};

/** The lines of a visible range, from the beginning of a paragraph to the end of one, if both are near. */
function withWholeParagraphs(state: EditorState, { from, to }: { from: number; to: number }) {
  const { doc } = state;
  let [first, last] = [doc.lineAt(from), doc.lineAt(to)];
  if (!state.field(separatedByBlanks)) return { first, last };
  while (first.number > 1 && !isBlank(first) && from - first.from < maxCharactersAround)
    first = doc.line(first.number - 1);
  while (last.number < doc.lines && !isBlank(last) && last.to - to < maxCharactersAround)
    last = doc.line(last.number + 1);
  return { first, last };
}

/** Whether the paragraph after this line begins with an indent: not at the beginning, after a heading or a scene break. */
function indentsAfter({ doc }: EditorState, line: Line): boolean {
  let before = line;
  for (let count = 0; count < maxBlankLines && isBlank(before) && before.number > 1; count += 1)
    before = doc.line(before.number - 1);
  if (isBlank(before)) return before.number > 1;
  return parseBlocksOfPart(before.text.slice(0, 1000), true)[0]?.kind === 'paragraph';
}

/** Decorations of the lines around the visible ranges, which show the text as it will be printed. */
function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  let done = 0;
  for (const visible of visibleRanges) {
    const from = Math.max(visible.from, done);
    if (from > visible.to) continue;
    const { first, last } = withWholeParagraphs(state, { from, to: visible.to });
    if (last.to - first.from <= maxStyledLength) ranges.push(...decorateLines(state, first, last));
    done = last.to + 1;
  }
  return Decoration.set(ranges, true);
}

function decorateLines(state: EditorState, first: Line, last: Line): Range<Decoration>[] {
  const { doc } = state;
  const isSeparated = state.field(separatedByBlanks);
  const part = doc.sliceString(first.from, last.to);
  const ranges: Range<Decoration>[] = [];
  if (isSeparated)
    for (let line = first; ; line = doc.line(line.number + 1)) {
      // The next paragraph may be typed in the last line.
      if (isBlank(line) && line.number < doc.lines) ranges.push(lineStyles.blank.range(line.from));
      if (line.number >= last.number) break;
    }
  let isIndented = first.number > 1 && indentsAfter(state, doc.line(first.number - 1));
  for (const block of parseBlocksOfPart(part, isSeparated)) {
    ranges.push(...decorateBlock(state, { block, part, offset: first.from, isIndented }));
    isIndented = block.kind === 'paragraph';
  }
  return ranges;
}

interface PlacedBlock {
  readonly block: Block;
  /** The text that the positions of the block refer to, and where it begins in the document. */
  readonly part: string;
  readonly offset: number;
  readonly isIndented: boolean;
}

function decorateBlock({ doc }: EditorState, { block, part, offset, isIndented }: PlacedBlock): Range<Decoration>[] {
  const lineStart = doc.lineAt(offset + block.range.from).from;
  if (block.kind === 'scene-break') return [lineStyles.sceneBreak.range(lineStart)];
  if (block.kind === 'paragraph') {
    const spans = decorateSpans(parseSpans(part, block.lines), offset);
    return isIndented ? [lineStyles.indented.range(lineStart), ...spans] : spans;
  }
  const style = lineStyles.headings[block.level - 1];
  const { range, content } = block;
  const marks = [
    { from: range.from, to: content.from },
    { from: content.to, to: range.to },
  ]
    .filter(({ from, to }) => from < to)
    .map(({ from, to }) => markStyle.range(offset + from, offset + to));
  const spans = decorateSpans(parseSpans(part, [content]), offset);
  return [...(style ? [style.range(lineStart)] : []), ...marks, ...spans];
}

const decorateSpans = (spans: readonly Span[], offset: number): Range<Decoration>[] =>
  spans.flatMap(({ kind, from, to, emphasis, strong }) => {
    if (kind === 'mark') return [markStyle.range(offset + from, offset + to)];
    if (!emphasis && !strong) return [];
    const style = emphasis && strong ? textStyles.both : emphasis ? textStyles.emphasis : textStyles.strong;
    return [style.range(offset + from, offset + to)];
  });

const visibleStyles = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }
    update({ view, docChanged, viewportChanged }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.decorations = decorate(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/**
 * Shows the text as it will be printed: first lines indented, headings, centred scene breaks, emphasis and strong, with
 * their marks dimmed. The text itself stays as it is.
 */
export const markupDecorations: Extension = [separatedByBlanks, visibleStyles];
