import { TextDecoder } from 'node:util';
import { ImportError } from '../import-error.ts';

/** The first bytes decide whether a text without a byte order mark is UTF-16. */
const sampleBytes = 4096;
/** In UTF-16 every second byte of Latin letters, spaces and signs is zero. */
const minZeroShare = 0.2;

/** The encoding that a byte order mark names; null if there is none. */
function markedEncoding(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** UTF-16 without a byte order mark, recognised by its zero bytes; null for other encodings. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const length = Math.min(bytes.length, sampleBytes);
  let [even, odd] = [0, 0];
  for (let at = 0; at < length; at += 1) {
    if (bytes[at] !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const least = (length / 2) * minZeroShare;
  if (odd > least && odd > 4 * even) return 'utf-16le';
  return even > least && even > 4 * odd ? 'utf-16be' : null;
}

/**
 * Decodes a text in UTF-8, UTF-16 or, if it is neither, Windows-1252. A byte order mark is removed.
 * @param declared an encoding that the file names
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const encoding = markedEncoding(bytes) ?? unmarkedUtf16(bytes) ?? declared;
  if (encoding !== undefined) return createDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** @throws ImportError `imports.damaged` for an encoding that does not exist */
function createDecoder(encoding: string, options?: { readonly fatal: boolean }): TextDecoder {
  try {
    return new TextDecoder(encoding, options);
  } catch (error) {
    throw new ImportError('imports.damaged', undefined, { cause: error });
  }
}

const declaredEncoding = /^<\?xml[^>]{0,100}\sencoding\s*=\s*["']([\w.:-]{1,40})["']/;

/** The encoding that an XML declaration at the beginning of a file names; undefined if there is none. */
export const xmlEncoding = (bytes: Uint8Array): string | undefined =>
  declaredEncoding.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 200)))?.[1];

/** Decodes the pieces of an XML file. @throws ImportError `imports.damaged` for bytes that are not in its encoding */
export async function* decodeXml(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= createDecoder(markedEncoding(chunk) ?? unmarkedUtf16(chunk) ?? xmlEncoding(chunk) ?? 'utf-8', {
      fatal: true,
    });
    yield decodePart(decoder, chunk);
  }
  if (decoder) yield decodePart(decoder);
}

/** @param chunk nothing at the end of the file */
function decodePart(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch (error) {
    throw new ImportError('imports.damaged', undefined, { cause: error });
  }
}
