/** A word of a paragraph with its position. */
export interface Word {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
}

const pattern = /[\p{L}\p{M}\d]+(?:['’-][\p{L}\p{M}\d]+)*/gu;

/** The words of a paragraph in order. */
export const wordsOf = (paragraph: string): Word[] =>
  Array.from(paragraph.matchAll(pattern), ({ 0: text, index }) => ({
    text,
    lower: text.toLowerCase().replaceAll('’', "'"),
    start: index,
    end: index + text.length,
  }));

const speech = /“[^”]*”?|"[^"]*"?/g;

/**
 * Returns a function that tests whether a position is within double quotes. Dialogue is exempt from the style rules. The
 * function uses a binary search, because a paragraph may have very many quotations.
 */
export function createSpeechTest(paragraph: string): (position: number) => boolean {
  if (!/[“"]/.test(paragraph)) return () => false;
  const spans = Array.from(paragraph.matchAll(speech), ({ 0: text, index }) => ({
    from: index,
    to: index + text.length,
  }));
  return (position) => {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.to ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    const span = spans[low];
    return span !== undefined && span.from <= position;
  };
}
