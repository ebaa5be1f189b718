/** A range of a text, in UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The replacement of a range by another text. */
export interface TextEdit extends Span {
  readonly insert: string;
}
