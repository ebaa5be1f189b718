/** The type of an image, detected from its first bytes and not from its name. */
export type ImageKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'svg';

const startsWith = (bytes: Buffer, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte);
const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** Returns the type of an image, or null for all other types. */
export function detectImageKind(bytes: Buffer): ImageKind | null {
  if (startsWith(bytes, [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8)) return 'webp';
  if (startsWith(bytes, ascii('GIF87a')) || startsWith(bytes, ascii('GIF89a'))) return 'gif';
  return isSvg(bytes) ? 'svg' : null;
}

/** May precede the root of an SVG: a declaration, comments, and a document type without entities. */
const prologue = /^\uFEFF?(?:\s+|<\?[^]*?\?>|<!--[^]*?-->|<!DOCTYPE[^[>]*>)*/;
const maxPrologueBytes = 64 * 1024;

function isSvg(bytes: Buffer): boolean {
  const text = bytes.subarray(0, maxPrologueBytes).toString('utf8');
  return /^<(?:\w+:)?svg[\s/>]/.test(text.slice(prologue.exec(text)?.[0].length ?? 0));
}
