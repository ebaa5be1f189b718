export type RtfToken =
  | { readonly kind: 'open' | 'close' }
  /** A control word; `value` is null without a number. A control symbol is a word of one sign. */
  | { readonly kind: 'word'; readonly name: string; readonly value: number | null }
  /** A byte in hexadecimal digits. */
  | { readonly kind: 'byte'; readonly value: number }
  /** Characters in the encoding of the file, as one unit for each byte. */
  | { readonly kind: 'text'; readonly text: string };

const word = /([a-z]{1,40})(-?\d{1,10})? ?/iy;
const hex = /'([\da-f]{2})/iy;
const text = /[^\\{}\r\n]+/y;

/** Finds a pattern exactly at a position. */
function matchAt(pattern: RegExp, source: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(source);
}

interface Found {
  /** Null for what means nothing. */
  readonly token: RtfToken | null;
  readonly length: number;
}

/** The control word or symbol after a backslash. */
function readControl(source: string, at: number): Found {
  const byte = matchAt(hex, source, at + 1);
  if (byte) return { token: { kind: 'byte', value: Number.parseInt(byte[1] ?? '', 16) }, length: byte[0].length + 1 };
  const found = matchAt(word, source, at + 1);
  if (!found) return { token: { kind: 'word', name: source.charAt(at + 1), value: null }, length: 2 };
  const [all, name = '', number] = found;
  const value = number === undefined ? null : Number(number);
  if (name === 'bin') return { token: null, length: all.length + 1 + Math.max(0, value ?? 0) };
  return { token: { kind: 'word', name, value }, length: all.length + 1 };
}

function readToken(source: string, at: number): Found {
  const character = source.charAt(at);
  if (character === '{') return { token: { kind: 'open' }, length: 1 };
  if (character === '}') return { token: { kind: 'close' }, length: 1 };
  if (character === '\\') return readControl(source, at);
  const found = matchAt(text, source, at);
  // Line breaks of the file mean nothing.
  return found ? { token: { kind: 'text', text: found[0] }, length: found[0].length } : { token: null, length: 1 };
}

/**
 * Divides a file into tokens, in time proportional to its length.
 * @param source one unit for each byte
 */
export function* tokenizeRtf(source: string): Generator<RtfToken> {
  for (let at = 0; at < source.length;) {
    const { token, length } = readToken(source, at);
    if (token) yield token;
    at += length;
  }
}
