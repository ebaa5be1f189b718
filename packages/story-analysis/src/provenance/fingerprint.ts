import { wordsOf } from '../words.ts';

/**
 * Hashes of parts of a text, by which copies of it are recognised although the text itself is not stored: of all
 * shingles of eight words, the smallest hash of each window of successive shingles (winnowing: Schleimer, Wilkerson,
 * Aiken, 2003).
 */
export interface Fingerprint {
  /** Successive shingles of which at least one has its hash here. */
  readonly window: number;
  /** Unsigned 32-bit numbers, each once. */
  readonly hashes: readonly number[];
}

const wordsPerShingle = 8;
const minWindow = 4;
/** 8 KB of hashes. */
export const maxFingerprintHashes = 2_000;

/** A fingerprint of at most 8 KB: the window grows with the text. A text of fewer than eight words has no hashes. */
export function fingerprintOf(text: string): Fingerprint {
  const shingles = hashShingles(text);
  for (let window = minWindow; ; window *= 2) {
    const hashes = winnow(shingles, window);
    if (hashes.length <= maxFingerprintHashes) return { window, hashes };
  }
}

/** A fingerprint as it is stored and sent: the hashes are little-endian 32-bit numbers in base64. */
export interface EncodedFingerprint {
  readonly window: number;
  readonly hashes: string;
}

export function encodeFingerprint({ window, hashes }: Fingerprint): EncodedFingerprint {
  const bytes = Buffer.alloc(hashes.length * 4);
  for (const [index, hash] of hashes.entries()) bytes.writeUInt32LE(hash, index * 4);
  return { window, hashes: bytes.toString('base64') };
}

export function decodeFingerprint({ window, hashes }: EncodedFingerprint): Fingerprint {
  const bytes = Buffer.from(hashes, 'base64');
  const count = Math.floor(bytes.length / 4);
  return { window, hashes: Array.from({ length: count }, (_item, index) => bytes.readUInt32LE(index * 4)) };
}

/** The hashes of all shingles of eight words, in order. */
export function hashShingles(text: string): number[] {
  const words = wordsOf(text).map((word) => hashWord(word.text));
  const shingles: number[] = [];
  for (let at = 0; at + wordsPerShingle <= words.length; at += 1) {
    let hash = offsetBasis;
    for (let word = at; word < at + wordsPerShingle; word += 1) hash = Math.imul(hash ^ (words[word] ?? 0), prime);
    shingles.push(hash >>> 0);
  }
  return shingles;
}

/** The smallest hash of each window. A text shorter than one window has its smallest hash. */
export function winnow(shingles: readonly number[], window: number): number[] {
  const chosen = new Set<number>();
  const last = Math.max(0, shingles.length - window);
  for (let at = 0; at <= last && shingles.length > 0; at += 1) {
    let minHash = Number.POSITIVE_INFINITY;
    for (let shingle = at; shingle < Math.min(shingles.length, at + window); shingle += 1)
      minHash = Math.min(minHash, shingles[shingle] ?? minHash);
    chosen.add(minHash);
  }
  return [...chosen];
}

const [offsetBasis, prime] = [0x811c9dc5, 0x01000193];
/** FNV-1a with 32 bits. */
export function hashWord(text: string): number {
  let hash = offsetBasis;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
  return hash;
}
