import type { TypesetResult } from '@inkbear/press/typeset';

export interface CoverImage {
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/jpeg';
}

/** A file before it is checked, with what the checks need to know. */
export interface WrittenFile {
  readonly file: Uint8Array;
  /** How the pages of a PDF were laid out; null for formats without pages. */
  readonly layout: Omit<TypesetResult, 'pdf'> | null;
}
