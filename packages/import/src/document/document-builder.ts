import { cleanLine, cleanText } from '@inkbear/press/manuscript';
import { ImportError } from '../import-error.ts';
import { importLimits } from '../limits.ts';
import { LossCollector } from './loss-collector.ts';
import { isOrnament } from './ornament.ts';
import { outcomes } from './outcomes.ts';
import type {
  Inline,
  LossKind,
  PageBreakBlock,
  ParagraphBlock,
  SourceBlock,
  SourceComment,
  SourceDocument,
  SourceNote,
  TextBlock,
  TextStyle,
} from './source-document.ts';

interface ParagraphFormat {
  /** Of a heading; null for a paragraph. */
  readonly level?: number | null;
  readonly role?: ParagraphBlock['role'];
  readonly isCentred?: boolean;
}

/** A text that is being read: the document, a note, or a text beside the document. */
interface Frame {
  /** The open paragraph. */
  lines: Inline[][];
  readonly blocks: SourceBlock[];
  /** Blocks that follow the open paragraph. */
  following: SourceBlock[];
  /** True between a page break and the next text, so that the paragraph that contained the break is not a blank one. */
  isAfterBreak: boolean;
}

const createFrame = (): Frame => ({ lines: [[]], blocks: [], following: [], isAfterBreak: false });

/** The text of lines without styles, notes and anchors. */
export const plainText = (lines: readonly (readonly Inline[])[]): string =>
  lines.map((line) => line.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('')).join('\n');

/**
 * Builds the document that a reader reads, in the order of its text. Texts are cleaned here and all bounds are checked
 * here, so readers need to do neither.
 * @throws ImportError `imports.too_large`
 */
export class DocumentBuilder {
  readonly metadata = { title: '', author: '', language: '' };
  readonly #root = createFrame();
  readonly #frames: Frame[] = [this.#root];
  readonly #notes: SourceNote[] = [];
  readonly #comments: SourceComment[] = [];
  readonly #losses = new LossCollector();
  #units = 0;
  #blockCount = 0;

  get #frame(): Frame {
    return this.#frames.at(-1) ?? this.#root;
  }

  /** Whether the open paragraph has text or a note. */
  get hasText(): boolean {
    return this.#frame.lines.some((line) => line.some(({ kind }) => kind !== 'anchor'));
  }

  /** Whether nothing stands between a page break and this place. */
  get isAtPageStart(): boolean {
    return this.#frame.isAfterBreak && !this.hasText;
  }

  /** Adds to the open paragraph. A line break in the text is a manual one. */
  addText(text: string, style: TextStyle): void {
    const [first = '', ...rest] = cleanText(text).replaceAll('\t', ' ').split('\n');
    this.#addPiece(first, style);
    for (const piece of rest) {
      this.addLineBreak();
      this.#addPiece(piece, style);
    }
  }

  #addPiece(text: string, { emphasis, strong }: TextStyle): void {
    if (text === '') return;
    this.#units += text.length;
    if (this.#units > importLimits.textUnits) throw new ImportError('imports.too_large');
    const line = this.#frame.lines.at(-1) ?? [];
    const last = line.at(-1);
    if (last?.kind === 'text' && last.emphasis === emphasis && last.strong === strong)
      line[line.length - 1] = { ...last, text: last.text + text };
    else line.push({ kind: 'text', text, emphasis, strong });
  }

  addLineBreak(): void {
    this.#countBlock();
    this.#frame.lines.push([]);
  }

  #add(inline: Inline): void {
    this.#frame.lines.at(-1)?.push(inline);
  }

  /** A note whose text follows later. */
  reserveNote(): number {
    if (this.#notes.length >= importLimits.notes) throw new ImportError('imports.too_large');
    this.#notes.push({ paragraphs: [] });
    return this.#notes.length - 1;
  }

  /** Everything until `endNote` is the text of a note. */
  startNote(): void {
    this.#frames.push(createFrame());
  }

  /** Ends the note and returns its index. @param index that of a reserved one */
  endNote(index = this.reserveNote()): number {
    const { blocks } = this.#endFrame();
    this.#notes[index] = { paragraphs: blocks.flatMap((block) => ('lines' in block ? [block.lines] : [])) };
    return index;
  }

  textOfNote(note: number): string {
    return (this.#notes[note]?.paragraphs ?? []).map(plainText).join(' ');
  }

  addNoteReference(note: number): void {
    this.#add({ kind: 'note', note });
  }

  /** Everything until `endAside` follows the open paragraph: the text of a text box. */
  startAside(): void {
    this.#frames.push(createFrame());
  }

  endAside(): void {
    const { blocks } = this.#endFrame();
    for (const block of blocks) if (block.kind !== 'blank') this.#frame.following.push(block);
  }

  #endFrame(): Frame {
    this.endOpen();
    const frame = this.#frames.length > 1 ? this.#frames.pop() : undefined;
    return frame ?? createFrame();
  }

  /** Adds a comment and returns its index; null for one beyond the limit, which is a loss. */
  addComment({ author, text }: SourceComment): number | null {
    if (this.#comments.length >= importLimits.comments) {
      this.lose('comment', outcomes.comments, text);
      return null;
    }
    const clean = cleanText(text).trim();
    if (clean.length > importLimits.commentUnits) this.lose('comment', outcomes.longComment, clean);
    const shortened = clean.slice(0, importLimits.commentUnits).toWellFormed();
    this.#comments.push({ author: cleanText(author).trim(), text: shortened });
    return this.#comments.length - 1;
  }

  addAnchor(comment: number, edge: 'start' | 'end'): void {
    this.#add({ kind: 'anchor', comment, edge });
  }

  /** Ends the open paragraph. One without text is a blank one, one of ornaments is a scene break. */
  endParagraph({ level = null, role = null, isCentred = false }: ParagraphFormat): void {
    const frame = this.#frame;
    const { following } = frame;
    const lines = frame.lines.map((line) => line.map(compose));
    const text = plainText(lines);
    const hasNote = lines.some((line) => line.some(({ kind }) => kind === 'note'));
    if (text.trim() === '' && !hasNote) this.#endBlank(frame);
    else {
      frame.lines = [[]];
      if (isOrnament(text) && !hasNote) this.#push(frame, { kind: 'scene-break', lines: anchorsOf(lines) });
      else if (level !== null) this.#push(frame, { kind: 'heading', level, lines });
      else
        for (const group of splitAtBlanks(lines))
          this.#push(frame, { kind: 'paragraph', role, isCentred, lines: group });
    }
    frame.following = [];
    for (const block of following) this.#push(frame, block);
  }

  /** Anchors in a blank paragraph belong to the next one. A blank paragraph at the top of a page means nothing. */
  #endBlank(frame: Frame): void {
    frame.lines = [anchorsOf(frame.lines).flat()];
    if (frame.isAfterBreak) return;
    const last = frame.blocks.at(-1);
    if (last?.kind === 'blank') frame.blocks[frame.blocks.length - 1] = { kind: 'blank', count: last.count + 1 };
    else this.#push(frame, { kind: 'blank', count: 1 });
  }

  addSceneBreak(): void {
    this.#push(this.#frame, { kind: 'scene-break', lines: [] });
  }

  /** Begins a new page. Two page breaks without text between them are one. */
  addPageBreak({ role = null, isIncluded = true }: Partial<Omit<PageBreakBlock, 'kind'>> = {}): void {
    const frame = this.#frame;
    const last = frame.blocks.at(-1);
    const block: PageBreakBlock = { kind: 'page-break', role, isIncluded };
    if (last?.kind === 'page-break') frame.blocks[frame.blocks.length - 1] = { ...block, role: role ?? last.role };
    else this.#push(frame, block);
    frame.isAfterBreak = true;
  }

  #push(frame: Frame, block: SourceBlock): void {
    this.#countBlock();
    frame.isAfterBreak = false;
    frame.blocks.push(block);
  }

  #countBlock(): void {
    this.#blockCount += 1;
    if (this.#blockCount > importLimits.blocks) throw new ImportError('imports.too_large');
  }

  /**
   * Records something that the text does not have, at this place.
   * @param outcome what became of it: one of few sentences, for the author
   * @param quote the lost words; default the words where it stood
   */
  lose(kind: LossKind, outcome: string, quote = ''): void {
    this.#losses.add(kind, outcome, { block: this.#root.blocks.length, quote });
  }

  /** Records something that has no place in the text, such as a running head. */
  loseOutside(kind: LossKind, outcome: string): void {
    this.#losses.add(kind, outcome);
  }

  /** How many blocks the document, or the note that is open, has so far. */
  get blockCount(): number {
    return this.#frame.blocks.length;
  }

  /** Replaces the last blocks, from an index on. */
  replaceBlocks(from: number, replace: (blocks: readonly SourceBlock[]) => SourceBlock[]): void {
    const { blocks } = this.#frame;
    for (const block of replace(blocks.splice(from))) blocks.push(block);
  }

  /** Ends a paragraph that nothing else has ended. */
  endOpen(): void {
    if (this.hasText || this.#frame.following.length > 0) this.endParagraph({});
  }

  /** @throws Error if a note or a text box has not ended: its text would be lost */
  build(): SourceDocument {
    if (this.#frames.length > 1) throw new Error('A note or a text box has not ended.');
    this.endOpen();
    return {
      metadata: {
        title: cleanLine(this.metadata.title),
        author: cleanLine(this.metadata.author),
        language: cleanLine(this.metadata.language),
      },
      blocks: this.#root.blocks,
      notes: this.#notes,
      comments: this.#comments,
      losses: this.#losses.list(),
    };
  }
}

/** An accent may have been added after its letter. */
const compose = (inline: Inline): Inline =>
  inline.kind === 'text' ? { ...inline, text: inline.text.normalize('NFC') } : inline;

const anchorsOf = (lines: readonly (readonly Inline[])[]): Inline[][] => {
  const anchors = lines.flatMap((line) => line.filter(({ kind }) => kind === 'anchor'));
  return anchors.length === 0 ? [] : [anchors];
};

/** In the grammar of texts a blank line ends a paragraph. */
function splitAtBlanks(lines: readonly Inline[][]): Inline[][][] {
  const groups: Inline[][][] = [];
  let isOpen = false;
  for (const line of lines) {
    const isBlank = line.every((inline) => inline.kind === 'text' && inline.text.trim() === '');
    if (isBlank) isOpen = false;
    else if (isOpen) groups.at(-1)?.push(line);
    else {
      groups.push([line]);
      isOpen = true;
    }
  }
  return groups;
}

/** Whether a block has text of its own. */
export const isTextBlock = (block: SourceBlock): block is TextBlock => 'lines' in block;
