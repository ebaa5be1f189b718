import type { DocumentBuilder } from '../../document/document-builder.ts';
import type { XmlElement } from '../../xml/parse-xml.ts';

export type NoteKind = 'footnote' | 'endnote';

/** The notes and comments of a document, by their ids, and where they stand in the text. */
export class Annotations {
  readonly #builder: DocumentBuilder;
  readonly #notes = new Map<string, number>();
  readonly #comments = new Map<string, number>();
  readonly #anchored = new Set<number>();

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  addNote(kind: NoteKind, id: string, note: number): void {
    this.#notes.set(`${kind} ${id}`, note);
  }

  addComment(id: string, comment: number): void {
    this.#comments.set(id, comment);
  }

  referToNote(kind: NoteKind, { attribute }: XmlElement): void {
    const note = this.#notes.get(`${kind} ${attribute('w:id') ?? ''}`);
    if (note !== undefined) this.#builder.addNoteReference(note);
  }

  anchor({ attribute }: XmlElement, edge: 'start' | 'end'): void {
    const comment = this.#comments.get(attribute('w:id') ?? '');
    if (comment === undefined) return;
    this.#anchored.add(comment);
    this.#builder.addAnchor(comment, edge);
  }

  /** A comment without a range belongs to the place of its mark. */
  referToComment({ attribute }: XmlElement): void {
    const comment = this.#comments.get(attribute('w:id') ?? '');
    if (comment === undefined || this.#anchored.has(comment)) return;
    this.#builder.addAnchor(comment, 'start');
    this.#builder.addAnchor(comment, 'end');
  }
}
