import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);
const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/**
 * Reads one file from a zip archive, such as a Python wheel, without an unzip program.
 * Does not support archives over 4 GB or encrypted ones. Returns null when no name matches.
 */
export async function readZipEntry(archive: string, matches: (name: string) => boolean): Promise<Buffer | null> {
  const file = await open(archive);
  try {
    const read = async (position: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      if (bytesRead !== length) throw new Error(`${archive} is truncated.`);
      return buffer;
    };
    const { size } = await file.stat();
    const tailLength = Math.min(size, 66_000);
    const tail = await read(size - tailLength, tailLength);
    const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
    if (end < 0 || tail.readUInt32LE(end) !== endOfDirectory) throw new Error(`${archive} is not a zip archive.`);
    const directory = await read(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));

    for (let offset = 0; offset + 46 <= directory.length && directory.readUInt32LE(offset) === directoryEntry;) {
      const nameLength = directory.readUInt16LE(offset + 28);
      const name = directory.toString('utf8', offset + 46, offset + 46 + nameLength);
      if (matches(name)) {
        const header = directory.readUInt32LE(offset + 42);
        const local = await read(header, 30);
        const body = header + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
        const packed = await read(body, directory.readUInt32LE(offset + 20));
        return directory.readUInt16LE(offset + 10) === 0 ? packed : await inflate(packed);
      }
      offset += 46 + nameLength + directory.readUInt16LE(offset + 30) + directory.readUInt16LE(offset + 32);
    }
    return null;
  } finally {
    await file.close();
  }
}
