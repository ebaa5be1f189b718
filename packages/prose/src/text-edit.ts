/** A range of a text, in UTF-16 units; `to` is exclusive. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** The replacement of a range by another text. */
export interface TextEdit extends TextRange {
  readonly insert: string;
}
