import { countWords } from '@inkbear/prose/word-count';
import { isTextBlock, plainText } from '../document/document-builder.ts';
import type { SourceBlock, SourceDocument, TextBlock } from '../document/source-document.ts';

/** A title is a short line that does not end like a sentence of a text. */
const titleUnits = 90;
const titleWords = 14;
const sentenceEnd = /[.,;:…”"’»]$/;

/** A document with the texts and word counts of its blocks, which every search for chapters needs. */
export class DocumentView {
  readonly document: SourceDocument;
  /** The text of each block; '' for blocks without text. */
  readonly texts: readonly string[];
  /** The words before each block, and of the whole document at the end. */
  readonly #wordsBefore: readonly number[];

  constructor(document: SourceDocument) {
    this.document = document;
    this.texts = document.blocks.map((block) => (isTextBlock(block) ? plainText(block.lines).trim() : ''));
    const wordsBefore = [0];
    for (const [index, block] of document.blocks.entries()) {
      const words = block.kind === 'scene-break' ? 0 : countWords(this.texts[index] ?? '');
      wordsBefore.push((wordsBefore.at(-1) ?? 0) + words);
    }
    this.#wordsBefore = wordsBefore;
  }

  get blocks(): readonly SourceBlock[] {
    return this.document.blocks;
  }

  get words(): number {
    return this.#wordsBefore.at(-1) ?? 0;
  }

  textOf(block: number): string {
    return this.texts[block] ?? '';
  }

  /** The words of the blocks from an index to another one. */
  wordsBetween(from: number, to: number): number {
    return (this.#wordsBefore[to] ?? this.words) - (this.#wordsBefore[from] ?? this.words);
  }

  /** The index of the first block with text, from an index on; the number of blocks if there is none. */
  nextText(from: number): number {
    let at = from;
    while (at < this.blocks.length && !this.#isText(at)) at += 1;
    return at;
  }

  #isText(index: number): boolean {
    const block = this.blocks[index];
    return block !== undefined && isTextBlock(block);
  }

  textBlock(index: number): TextBlock | null {
    const block = this.blocks[index];
    return block && isTextBlock(block) ? block : null;
  }

  /** Whether only blank paragraphs stand between a block and the beginning of its page. */
  startsPage(index: number): boolean {
    let at = index - 1;
    while (this.blocks[at]?.kind === 'blank') at -= 1;
    return this.blocks[at]?.kind === 'page-break' || at < 0;
  }

  /** Whether a block is a paragraph that may be a title: one short line. */
  isTitleLine(index: number): boolean {
    const block = this.blocks[index];
    if (block?.kind !== 'paragraph') return false;
    const text = this.textOf(index);
    return text.length <= titleUnits && !sentenceEnd.test(text) && this.wordsBetween(index, index + 1) <= titleWords;
  }

  /** Whether a paragraph stands apart as titles do: centred, or with a blank paragraph after it. */
  standsApart(index: number): boolean {
    const block = this.blocks[index];
    if (block?.kind !== 'paragraph') return false;
    return block.isCentred || block.role === 'label' || this.blocks[index + 1]?.kind === 'blank';
  }
}
