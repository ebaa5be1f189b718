/** A run without blanks that is longer is no word. The checker compares it with its whole dictionary and may fail on it. */
const longestWord = 100;
/** Some rules of the checker take the square of the length of what they look at. */
const longestPiece = 5000;

export interface Piece {
  /** Where it begins in the text, in UTF-16 units. */
  readonly start: number;
  readonly text: string;
}

/** What can be checked of a text, in pieces that end with a paragraph, else with a sentence, else with a word. Runs that are no words are left out. */
export function* checkablePieces(text: string): Generator<Piece> {
  let from = 0;
  for (const { 0: run, index } of text.matchAll(/\S+/g)) {
    if (run.length <= longestWord) continue;
    yield* cut(text, from, index);
    from = index + run.length;
  }
  yield* cut(text, from, text.length);
}

function* cut(text: string, first: number, end: number): Generator<Piece> {
  let from = first;
  while (from < end) {
    const to = end - from > longestPiece ? lastBoundary(text, from, from + longestPiece) : end;
    yield { start: from, text: text.slice(from, to) };
    from = to;
  }
}

function lastBoundary(text: string, from: number, limit: number): number {
  const piece = text.slice(from, limit);
  for (const boundary of ['\n\n', '. ', '\n']) {
    const at = piece.lastIndexOf(boundary);
    if (at > 0) return from + at + boundary.length;
  }
  // Runs without blanks are short here.
  for (let at = piece.length - 1; at > 0; at -= 1) if (/\s/.test(piece.charAt(at))) return from + at + 1;
  return limit;
}
