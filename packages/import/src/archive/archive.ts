import type { Readable } from 'node:stream';
import * as yauzl from 'yauzl';
import { decodeText } from '../encoding/decode-text.ts';
import { ImportError } from '../import-error.ts';
import { ArchiveBudget } from './archive-budget.ts';

/** A zip file in memory. Only entries that are asked for are unpacked, in pieces. */
export class Archive {
  readonly budget: ArchiveBudget;
  readonly #zip: yauzl.ZipFile;
  readonly #entries: ReadonlyMap<string, yauzl.Entry>;

  private constructor(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>, budget: ArchiveBudget) {
    this.#zip = zip;
    this.#entries = entries;
    this.budget = budget;
  }

  /**
   * Reads and checks the directory.
   * @param budget that of the archive around this one
   * @throws ImportError `imports.damaged`, `imports.hostile` or `imports.protected`
   */
  static async open(bytes: Uint8Array, budget = new ArchiveBudget()): Promise<Archive> {
    const zip = await orDamaged(() =>
      yauzl.fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
        lazyEntries: true,
        decodeStrings: false,
      }),
    );
    budget.addEntryCount(zip.entryCount);
    const entries = new Map<string, yauzl.Entry>();
    for (const entry of await orDamaged(() => toArray(zip.eachEntry()))) {
      const name = checkedName(entry);
      if (entries.has(name)) throw new ImportError('imports.hostile');
      if (!name.endsWith('/')) entries.set(name, entry);
    }
    budget.addDeclared(
      [...entries.values()].map(({ compressedSize, uncompressedSize }) => ({
        packed: compressedSize,
        unpacked: uncompressedSize,
      })),
    );
    return new Archive(zip, entries, budget);
  }

  /** The paths of its files in the order of the directory. */
  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Unpacks an entry. @throws ImportError `imports.damaged` for one that does not exist */
  async *chunks(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (!entry) throw new ImportError('imports.damaged');
    if (entry.isEncrypted()) throw new ImportError('imports.protected');
    this.budget.addEntry({ packed: entry.compressedSize, unpacked: entry.uncompressedSize });
    const stream = await orDamaged(() => this.#zip.openReadStreamPromise(entry));
    for await (const chunk of piecesOf(stream)) {
      this.budget.addUnpacked(chunk.length);
      yield chunk;
    }
  }

  async readBytes(name: string): Promise<Uint8Array> {
    return Buffer.concat(await toArray(this.chunks(name)));
  }

  async readText(name: string): Promise<string> {
    return decodeText(await this.readBytes(name));
  }
}

async function toArray<T>(items: AsyncIterable<T>): Promise<T[]> {
  const array: T[] = [];
  for await (const item of items) array.push(item);
  return array;
}

/** The pieces of an unpacked entry. An error of the stream is one of the file. */
async function* piecesOf(stream: Readable): AsyncGenerator<Uint8Array> {
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const { done, value } = await orDamaged(() => iterator.next());
      if (done === true) return;
      yield value;
    }
  } finally {
    stream.destroy();
  }
}

/** Runs a call of the library, whose errors say that the file is not what it should be. */
async function orDamaged<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new ImportError('imports.damaged', undefined, { cause: error });
  }
}

const fileTypeMask = 0o170000;
const symbolicLink = 0o120000;

/** @throws ImportError `imports.hostile` for a path outside of the archive, and for a link */
function checkedName(entry: yauzl.Entry): string {
  const name = decodeName(entry);
  const mode = (entry.externalFileAttributes >>> 16) & fileTypeMask;
  if (!isInside(name) || mode === symbolicLink) throw new ImportError('imports.hostile');
  return name;
}

/** Many programs write UTF-8 without saying so. */
function decodeName({ fileNameRaw, generalPurposeBitFlag, extraFields }: yauzl.Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw);
  } catch {
    return yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
  }
}

/** Whether a path stays below the folder of the archive on every operating system. */
const isInside = (name: string): boolean =>
  name !== '' && !/[\u0000-\u001f\\]/.test(name) && !/^(?:\/|[a-z]:)/i.test(name) && !name.split('/').includes('..');
