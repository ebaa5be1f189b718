/** A range of a text, in UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}
/** A replacement of a range. */
export interface TextEdit extends Span {
  readonly insert: string;
}
