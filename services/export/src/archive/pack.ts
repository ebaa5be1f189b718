import { addAbortSignal, type PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ArchiveFile } from './archive.ts';

/** UTF-16 units that are encoded and counted in one go. */
const pieceUnits = 64 * 1024;

/**
 * A zip as a stream, as fast as its reader. Node's thread pool compresses, so the event loop is free. A file above 4 GiB,
 * or an archive of more, is written as ZIP64. An abort ends it with an AbortError.
 */
export async function* pack(files: AsyncIterable<ArchiveFile>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
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

/** One file after the other: the next one is not read before its turn. */
async function writeFiles(zip: ZipFile, files: AsyncIterable<ArchiveFile>, signal: AbortSignal): Promise<void> {
  for await (const { name, parts } of files) {
    const source = addAbortSignal(signal, Readable.from(inPieces(parts), { objectMode: false }));
    zip.addReadStream(source, name);
    await finished(source);
  }
  zip.end();
}

/** No piece ends between the halves of a character. */
async function* inPieces(parts: ArchiveFile['parts']): AsyncGenerator<Buffer> {
  for await (const text of parts) {
    for (let from = 0; from < text.length;) {
      let to = Math.min(from + pieceUnits, text.length);
      const last = text.charCodeAt(to - 1);
      if (to < text.length && last >= 0xd800 && last <= 0xdbff) to += 1;
      yield Buffer.from(text.slice(from, to));
      from = to;
    }
  }
}
