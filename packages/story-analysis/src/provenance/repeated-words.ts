import { wordsOf } from '../words.ts';
import { hashWord } from './fingerprint.ts';

/** An odd factor, so that no bit of a hash is lost. */
const base = 0x01000193;

/**
 * The first successive words of a text that a source has too, as they stand in the text; null when there are none. Takes
 * time proportional to the text and the sources.
 * @param count how many successive words
 */
export function findRepeatedWords(text: string, sources: Iterable<string>, count: number): string | null {
  const words = wordsOf(text);
  const placeOf = new Map<number, number>();
  for (const [place, hash] of runHashes(
    words.map((word) => hashWord(word.text)),
    count,
  ).entries())
    if (!placeOf.has(hash)) placeOf.set(hash, place);
  for (const source of sources) {
    const sourceWords = wordsOf(source);
    const hashes = runHashes(
      sourceWords.map((word) => hashWord(word.text)),
      count,
    );
    for (const [start, hash] of hashes.entries()) {
      const place = placeOf.get(hash);
      if (place === undefined) continue;
      const run = words.slice(place, place + count);
      // Different words may have the same hash.
      if (run.some((word, offset) => word.text !== sourceWords[start + offset]?.text)) continue;
      return text.slice(run[0]?.from, run.at(-1)?.to);
    }
  }
  return null;
}

/** The hash of each run of `count` words, made from that of the run before. */
function runHashes(words: readonly number[], count: number): number[] {
  let highest = 1;
  for (let power = 1; power < count; power += 1) highest = Math.imul(highest, base);
  const hashes: number[] = [];
  let hash = 0;
  for (const [index, word] of words.entries()) {
    if (index >= count) hash -= Math.imul(words[index - count] ?? 0, highest);
    hash = (Math.imul(hash, base) + word) >>> 0;
    if (index >= count - 1) hashes.push(hash);
  }
  return hashes;
}
