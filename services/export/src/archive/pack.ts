import { setImmediate } from 'node:timers/promises';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { ArchiveFile } from './archive.ts';

/** UTF-16 units that are compressed in one go: a few milliseconds of work. */
const pieceUnits = 64 * 1024;

/** A zip as a stream: as fast as its reader, with no more in memory than one part of one file. */
export async function* pack(files: AsyncIterable<ArchiveFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for await (const { name, parts } of files) {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    for await (const part of parts) {
      for (const piece of inPieces(part)) {
        file.push(strToU8(piece));
        yield* ready.splice(0);
        await setImmediate();
      }
    }
    file.push(new Uint8Array(0), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}

/** No piece ends between the halves of a character. */
function* inPieces(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + pieceUnits, text.length);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to += 1;
    yield text.slice(from, to);
    from = to;
  }
}
