import { isTextBlock, type DocumentBuilder } from './document-builder.ts';
import { outcomes } from './outcomes.ts';
import type { Line, ParagraphBlock, SourceBlock } from './source-document.ts';

interface Table {
  /** The number of blocks before the open row. */
  rowStart: number;
  /** The number of blocks before each cell of the row. */
  cellStarts: number[];
}

const separator: Line = [{ kind: 'text', text: ' | ', emphasis: false, strong: false }];

/** Makes paragraphs of tables: one for each row, unless a cell has several paragraphs. */
export class Tables {
  readonly #builder: DocumentBuilder;
  readonly #open: Table[] = [];

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  open(): void {
    if (!this.isOpen) this.#builder.lose('table', outcomes.table);
    this.#open.push({ rowStart: this.#builder.blockCount, cellStarts: [] });
  }

  openRow(): void {
    const table = this.#open.at(-1);
    if (!table) return;
    this.closeRow();
    table.rowStart = this.#builder.blockCount;
    table.cellStarts = [];
  }

  openCell(): void {
    this.#open.at(-1)?.cellStarts.push(this.#builder.blockCount);
  }

  closeRow(): void {
    const table = this.#open.at(-1);
    if (!table || table.cellStarts.length < 2) return;
    const starts = table.cellStarts.map((start) => start - table.rowStart);
    this.#builder.replaceBlocks(table.rowStart, (blocks) => joinCells(blocks, starts));
    table.cellStarts = [];
  }

  close(): void {
    this.closeRow();
    this.#open.pop();
  }
}

/** One paragraph of all cells, if each has one paragraph at most. */
function joinCells(blocks: readonly SourceBlock[], starts: readonly number[]): SourceBlock[] {
  const cells = starts
    .map((start, index) => blocks.slice(start, starts[index + 1] ?? blocks.length).filter(isTextBlock))
    .filter((cell) => cell.length > 0);
  const paragraphs = cells.flatMap(([first, ...others]) =>
    first?.kind === 'paragraph' && first.lines.length === 1 && others.length === 0 ? [first] : [],
  );
  const [first] = paragraphs;
  if (!first || paragraphs.length < cells.length) return [...blocks];
  const line = paragraphs.flatMap(({ lines: [own = []] }: ParagraphBlock, index) =>
    index === 0 ? own : [...separator, ...own],
  );
  return [{ ...first, lines: [line] }];
}
