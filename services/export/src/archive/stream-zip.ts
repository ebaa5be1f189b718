import { addAbortSignal, type PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ArchiveFile } from './archive.ts';

/** In UTF-16 code units; the longest piece of text that is encoded at once. */
const pieceLength = 64 * 1024;

/**
 * Streams a zip archive with backpressure. Compression runs in Node's thread pool, not on the event loop. Files and
 * archives above 4 GiB are written as ZIP64. Throws an AbortError when aborted, and the error of `files` when that
 * fails.
 */
export async function* streamZip(files: AsyncIterable<ArchiveFile>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = addAbortSignal(signal, zip.outputStream as PassThrough);
  const end = new AbortController();
  const written = writeFiles(zip, files, end.signal).catch((error: unknown) => void output.destroy(error as Error));
  try {
    for await (const chunk of output) yield chunk as Uint8Array;
  } finally {
    end.abort();
    await written;
  }
}

/** Writes files one after the other: the next one is read when the previous one is written. */
async function writeFiles(zip: ZipFile, files: AsyncIterable<ArchiveFile>, signal: AbortSignal): Promise<void> {
  for await (const { name, parts } of files) {
    const source = addAbortSignal(signal, Readable.from(encodeInPieces(parts), { objectMode: false }));
    zip.addReadStream(source, name);
    await finished(source);
  }
  zip.end();
}

/** Encodes text as UTF-8 in pieces, which never end inside a surrogate pair. */
async function* encodeInPieces(parts: ArchiveFile['parts']): AsyncGenerator<Buffer> {
  for await (const text of parts) {
    for (let from = 0; from < text.length;) {
      let to = Math.min(from + pieceLength, text.length);
      const last = text.charCodeAt(to - 1);
      if (to < text.length && last >= 0xd800 && last <= 0xdbff) to += 1;
      yield Buffer.from(text.slice(from, to));
      from = to;
    }
  }
}
