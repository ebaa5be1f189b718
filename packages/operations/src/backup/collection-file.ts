import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Digest, DocumentDigest } from './document-digest.ts';

/** Bytes that are passed on at once; small documents one by one would be slow. */
const chunkBytes = 256 * 1024;
/** A MongoDB document has at most 16 MB; the server allows itself 16 KB more. */
const maxDocumentBytes = 16 * 1024 * 1024 + 16 * 1024;
const minDocumentBytes = 5;

/** Writes documents as a gzip stream of raw BSON, as `mongodump --gzip` does. `onDocument` is called for each one. */
export async function writeCollectionFile(
  file: string,
  documents: AsyncIterable<Uint8Array>,
  onDocument: (written: number) => void,
): Promise<Digest> {
  const digest = new DocumentDigest();
  async function* inChunks(): AsyncGenerator<Buffer> {
    let chunk: Uint8Array[] = [];
    let bytes = 0;
    for await (const document of documents) {
      digest.add(document);
      chunk.push(document);
      bytes += document.length;
      if (bytes >= chunkBytes) {
        yield Buffer.concat(chunk);
        [chunk, bytes] = [[], 0];
      }
      onDocument(digest.documents);
    }
    if (bytes > 0) yield Buffer.concat(chunk);
  }
  await pipeline(inChunks, createGzip(), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  return digest.finish();
}

/** A file that is cut off or is not what `writeCollectionFile` wrote. */
export class DamagedFileError extends Error {
  override name = 'DamagedFileError';
}

/** Reads the documents of a file one by one. Throws a DamagedFileError. */
export async function* readCollectionFile(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
  const unzipped = source.pipe(createGunzip());
  // `pipe` does not pass errors on.
  source.on('error', (error) => unzipped.destroy(error));
  let pending: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of unzipped as AsyncIterable<Buffer>) {
      pending.push(chunk);
      bytes += chunk.length;
      if (bytes < neededBytes(pending, bytes)) continue;
      const { documents, rest } = splitDocuments(Buffer.concat(pending));
      yield* documents;
      [pending, bytes] = [[rest], rest.length];
    }
  } catch (error) {
    throw error instanceof DamagedFileError ? error : new DamagedFileError(describe(error), { cause: error });
  } finally {
    source.destroy();
  }
  if (bytes > 0) throw new DamagedFileError('ends within a document');
}

/**
 * Bytes until the end of the first document, so that the parts of a long one are joined only once. The length in a
 * damaged file may be anything; `splitDocuments` refuses it before more is read than a document may have.
 */
function neededBytes([first = Buffer.alloc(0)]: readonly Buffer[], bytes: number): number {
  return first.length >= 4 ? Math.min(first.readInt32LE(0), maxDocumentBytes) : Math.min(bytes, minDocumentBytes);
}

function splitDocuments(buffer: Buffer): { documents: Buffer[]; rest: Buffer } {
  const documents: Buffer[] = [];
  let start = 0;
  while (buffer.length - start >= 4) {
    const length = buffer.readInt32LE(start);
    if (length < minDocumentBytes || length > maxDocumentBytes)
      throw new DamagedFileError(`has a document of ${length} bytes, which is impossible`);
    if (start + length > buffer.length) break;
    documents.push(buffer.subarray(start, start + length));
    start += length;
  }
  return { documents, rest: buffer.subarray(start) };
}

function describe(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'is missing' : `cannot be read (${code ?? String(error)})`;
}
