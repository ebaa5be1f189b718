export interface OpenBlock {
  readonly name: string;
  /** Of a heading; null for other blocks. */
  readonly level: number | null;
  readonly isCentred: boolean;
  /** The address of the note that the block is; null for other blocks. */
  readonly note: string | null;
}

/** The open blocks. An end without a beginning closes none, and one end closes everything inside its block. */
export class BlockStack {
  readonly #open: OpenBlock[] = [];
  readonly #counts = new Map<string, number>();

  get last(): OpenBlock | undefined {
    return this.#open.at(-1);
  }

  push(block: OpenBlock): void {
    this.#open.push(block);
    this.#counts.set(block.name, this.count(block.name) + 1);
  }

  count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  pop(): OpenBlock | undefined {
    const block = this.#open.pop();
    if (block) this.#counts.set(block.name, this.count(block.name) - 1);
    return block;
  }
}
