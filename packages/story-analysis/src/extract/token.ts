/** A word, a part of a contraction, or a single mark. Positions are UTF-16 units of the chapter; `to` is exclusive. */
export interface Token {
  /** As in the text, with straight apostrophes. */
  readonly text: string;
  readonly lower: string;
  readonly from: number;
  readonly to: number;
  readonly isWord: boolean;
  readonly isCapital: boolean;
  /** Whether it begins a sentence or stands where a sentence may begin, so that its capital says nothing. */
  isInitial: boolean;
  /** Between the marks of direct speech. The marks themselves are not. */
  isSpoken: boolean;
}
