/**
 * Longer runs without white space are skipped: the checker compares each with its whole dictionary and may fail on it.
 */
const maxWordLength = 100;
/** Some rules of the checker need time quadratic in the length of the piece. */
const maxPieceLength = 5000;

export interface Piece {
  /** Where it begins in the text, in UTF-16 units. */
  readonly start: number;
  readonly text: string;
}

/**
 * Cuts a text into pieces for the checker, at paragraph ends, else sentence ends, else word ends. Overlong runs are
 * left out.
 */
export function* checkablePieces(text: string): Generator<Piece> {
  let from = 0;
  for (const { 0: run, index } of text.matchAll(/\S+/g)) {
    if (run.length <= maxWordLength) continue;
    yield* cut(text, from, index);
    from = index + run.length;
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
  // Overlong runs are already removed, so white space is near.
  for (let at = piece.length - 1; at > 0; at -= 1) if (/\s/.test(piece.charAt(at))) return from + at + 1;
  return limit;
}
