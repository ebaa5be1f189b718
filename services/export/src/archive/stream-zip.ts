import { addAbortSignal, type PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ArchiveFile } from './archive.ts';

/** UTF-16 code units that are encoded at once. */
const pieceLength = 64 * 1024;

/**
 * Streams a zip with backpressure. Compression runs in Node's thread pool, off the event loop. Files or archives above
 * 4 GiB are written as ZIP64. Throws an AbortError when aborted.
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

/** Writes files sequentially, so that the next one is only read when the previous one is written. */
async function writeFiles(zip: ZipFile, files: AsyncIterable<ArchiveFile>, signal: AbortSignal): Promise<void> {
  for await (const { name, parts } of files) {
    const source = addAbortSignal(signal, Readable.from(encodeInPieces(parts), { objectMode: false }));
    zip.addReadStream(source, name);
    await finished(source);
  }
  zip.end();
}

/** Pieces never end inside a surrogate pair. */
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
