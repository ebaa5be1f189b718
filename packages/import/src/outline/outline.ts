import type { SectionRole } from '../document/source-document.ts';

export type SectionKind = 'front' | 'chapter' | 'back';

/** A section of a book, as ranges of the blocks of its document. */
export interface OutlineSection {
  readonly title: string;
  readonly kind: SectionKind;
  readonly role: SectionRole | null;
  /** The title of the part of the book that begins before this section; null if none does. */
  readonly part: string | null;
  /** False for what Inkbear makes itself, and for what the author has excluded from the book. */
  readonly isIncluded: boolean;
  /** The index of its first block. */
  readonly from: number;
  /** The index of the first block after its title. */
  readonly textFrom: number;
  /** The index after its last block. */
  readonly to: number;
}

export interface Outline {
  /** In the order of the text, without overlaps. */
  readonly sections: readonly OutlineSection[];
  /** From 0 to 1. */
  readonly confidence: number;
  /** The level of the headings that begin chapters; 0 if none do. */
  readonly level: number;
}
