import type { DocumentBuilder } from '../../document/document-builder.ts';
import { outcomes } from '../../document/outcomes.ts';

/** Matches references to notes with the notes, which may stand before or after them and in another file. */
export class NoteRegistry {
  readonly #builder: DocumentBuilder;
  readonly #notes = new Map<string, number>();
  /** Notes without a text so far, with the words of their references. */
  readonly #missing = new Map<number, string>();
  /** Notes to which nothing has referred so far. */
  readonly #unused = new Set<number>();

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  /** Whether something has referred to the element with this address, such as `chapter.xhtml#note-1`. */
  isReferredTo(address: string): boolean {
    return this.#notes.has(address);
  }

  /** @param words what stands for the note in the file */
  refer(address: string, words: string): void {
    const known = this.#notes.get(address);
    const note = known ?? this.#builder.reserveNote();
    this.#notes.set(address, note);
    this.#unused.delete(note);
    if (known === undefined) this.#missing.set(note, words);
    this.#builder.addNoteReference(note);
  }

  /** Ends the note that is open. */
  define(address: string): void {
    const reserved = this.#notes.get(address);
    const note = this.#builder.endNote(reserved);
    this.#missing.delete(note);
    if (reserved === undefined) this.#unused.add(note);
    this.#notes.set(address, note);
  }

  /** A note that the file does not have keeps the words of its reference. Others without a reference are lost. */
  finish(): void {
    for (const [note, words] of this.#missing) {
      this.#builder.startNote();
      this.#builder.addText(words, { emphasis: false, strong: false });
      this.#builder.endNote(note);
    }
    for (const note of this.#unused)
      this.#builder.lose('footnote', outcomes.unusedNote, this.#builder.textOfNote(note));
  }
}

/** The address of a link in a file of an archive. */
export function addressOf(link: string, path: string): string {
  const hash = link.indexOf('#');
  const file = hash < 0 ? link : link.slice(0, hash);
  const fragment = hash < 0 ? '' : link.slice(hash + 1);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return `${file === '' ? path : folder + file}#${fragment}`;
}
