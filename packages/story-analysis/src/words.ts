/** A word of a text. Positions are UTF-16 units; `to` is exclusive. */
export interface Word {
  /** In lower case, with a straight apostrophe. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const wordPattern = /[\p{L}\p{M}\d]+(?:['’][\p{L}\p{M}\d]+)*/gu;

/** The words of a text in order. Words joined by a hyphen count as two. */
export const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(wordPattern), ({ 0: word, index }) => ({
    text: word.toLowerCase().replaceAll('’', "'"),
    from: index,
    to: index + word.length,
  }));
