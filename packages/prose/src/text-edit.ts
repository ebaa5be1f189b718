/** A stretch of a text, in UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}
/** What is to stand in place of a stretch. */
export interface TextEdit extends Span {
  readonly insert: string;
}
