import type { StoredFileRepository } from '../editions/stored-file.repository.ts';
import { type ImportRow, requireReadable } from './import.ts';

/** A text is stored as UTF-16, so that a part of it can be read by its positions. */
const bytesPerUnit = 2;

export const encodeText = (text: string): Uint8Array => Buffer.from(text, 'utf16le');
export const decodeText = (stored: Uint8Array): string =>
  Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength).toString('utf16le');

/** A part of the text of an import; positions behind its end stand for the end. Throws 409 before it has been read. */
export async function readTextRange(
  storedFiles: StoredFileRepository,
  row: ImportRow,
  { from, to }: { from: number; to: number },
): Promise<string> {
  const { textId, length } = requireReadable(row);
  const range = { from: from * bytesPerUnit, to: Math.min(to, length) * bytesPerUnit };
  // A range may cut a character in two, and half of one cannot be sent.
  return decodeText(await storedFiles.readRange(textId, range)).toWellFormed();
}
