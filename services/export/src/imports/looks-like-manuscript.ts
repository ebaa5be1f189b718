import { isOle, isPdf, isZip } from '@inkbear/import/signatures';

/** How many bytes of a file are looked at before the rest is stored. */
export const sampleBytes = 4096;

const isByteOrderMark = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** Tab, line feed, vertical tab, form feed, carriage return, substitute (the end of old text files) and escape. */
const usualControls = new Set([9, 10, 11, 12, 13, 26, 27]);
/** Texts that were damaged on their way may have some others. */
const maxOtherShare = 0.01;
/** In UTF-16 every second byte of Latin letters is zero. */
const minZeroShare = 0.1;

/** Whether the bytes may be a text in one of the encodings that are read. */
function isText(sample: Uint8Array): boolean {
  let [evenZeros, oddZeros, others] = [0, 0, 0];
  for (const [at, byte] of sample.entries()) {
    if (byte === 0 && at % 2 === 0) evenZeros += 1;
    else if (byte === 0) oddZeros += 1;
    else if (byte < 32 && !usualControls.has(byte)) others += 1;
  }
  if (evenZeros + oddZeros + others <= sample.length * maxOtherShare) return true;
  const zeros = Math.max(evenZeros, oddZeros);
  return zeros > sample.length * minZeroShare && zeros > 4 * Math.min(evenZeros, oddZeros);
}

/**
 * Whether a file that begins with these bytes may be a manuscript: an archive, or a text. Refuses pictures, PDFs and the
 * like, before they are stored. The format is detected when the file is read.
 * @param sample the first `sampleBytes`, or the whole file if it is shorter
 */
export function looksLikeManuscript(sample: Uint8Array): boolean {
  // What an archive contains, and whether an Office file has a password, is known once it is read.
  if (isZip(sample) || isOle(sample)) return true;
  // Its first bytes may be a text.
  if (isPdf(sample)) return false;
  return isByteOrderMark(sample) || isText(sample);
}
