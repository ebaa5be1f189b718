import type { DocumentBuilder } from '../../document/document-builder.ts';
import { Tables } from '../../document/tables.ts';

/** The tables of an RTF file, which marks the beginnings of rows, and the ends of cells and rows. */
export class RtfTables {
  readonly #tables: Tables;

  constructor(builder: DocumentBuilder) {
    this.#tables = new Tables(builder);
  }

  get isOpen(): boolean {
    return this.#tables.isOpen;
  }

  beginRow(): void {
    if (!this.isOpen) this.#tables.open();
    this.#tables.openRow();
    this.#tables.openCell();
  }

  endCell(): void {
    if (this.isOpen) this.#tables.openCell();
  }

  endRow(): void {
    this.#tables.closeRow();
  }

  close(): void {
    while (this.isOpen) this.#tables.close();
  }
}
