/** A word of a paragraph with its position. */
export interface Word {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
}

const pattern = /[\p{L}\p{M}\d]+(?:['’-][\p{L}\p{M}\d]+)*/gu;

export const wordsOf = (paragraph: string): Word[] =>
  Array.from(paragraph.matchAll(pattern), ({ 0: text, index }) => ({
    text,
    lower: text.toLowerCase().replaceAll('’', "'"),
    start: index,
    end: index + text.length,
  }));

const speech = /“[^”]*”?|"[^"]*"?/g;
/** Tests whether a position lies within double quotes. Dialogue is exempt from the style rules. */
export function createSpeechTest(paragraph: string): (position: number) => boolean {
  if (!/[“"]/.test(paragraph)) return () => false;
  const spans = Array.from(paragraph.matchAll(speech), ({ 0: text, index }) => ({
    from: index,
    to: index + text.length,
  }));
  return (position) => spans.some(({ from, to }) => position >= from && position < to);
}
