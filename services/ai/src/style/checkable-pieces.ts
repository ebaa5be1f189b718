/**
 * In UTF-16 units. Longer words are skipped: the checker compares each word with its whole dictionary, and may fail on
 * such a long one.
 */
const maxWordLength = 100;
/** In UTF-16 units. Some rules of the checker take time quadratic in the length of the piece. */
const maxPieceLength = 5000;

export interface Piece {
  /** Where the piece begins in the text, in UTF-16 units. */
  readonly start: number;
  readonly text: string;
}

/**
 * Cuts a text into pieces of at most 5,000 UTF-16 units for the checker: at the end of a paragraph if possible, else of
 * a sentence, else of a word. Overlong words are left out.
 */
export function* checkablePieces(text: string): Generator<Piece> {
  let from = 0;
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (word.length <= maxWordLength) continue;
    yield* cut(text, from, index);
    from = index + word.length;
  }
  yield* cut(text, from, text.length);
}

function* cut(text: string, first: number, end: number): Generator<Piece> {
  let from = first;
  while (from < end) {
    const to = end - from > maxPieceLength ? lastBoundary(text, from, from + maxPieceLength) : end;
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
  // Overlong words are already removed, so there is white space nearby.
  for (let at = piece.length - 1; at > 0; at -= 1) if (/\s/.test(piece.charAt(at))) return from + at + 1;
  return limit;
}
