import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import type { DesignSettings } from '@inkbear/contracts/books/design';
import type { DocxSettings } from '@inkbear/contracts/export/edition';
import type { Manuscript } from '@inkbear/press/manuscript';

/** Everything that the files of an edition are made of, besides the cover. */
export interface FrozenBook {
  /** Without ISBN, which differs between the files. */
  readonly manuscript: Manuscript;
  readonly design: DesignSettings;
  readonly docx: DocxSettings;
}

/** The length of all texts in UTF-16 units. */
export function lengthOf({ dedication, introduction, matter, chapters }: Manuscript): number {
  const texts = [dedication ?? '', introduction ?? '', ...[...(matter ?? []), ...chapters].map(({ text }) => text)];
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** The first line has everything but the chapters, which follow one a line, so that no long JSON is made at once. */
type Head = Omit<FrozenBook, 'manuscript'> & { readonly manuscript: Omit<Manuscript, 'chapters'> };

function* toLines({ manuscript: { chapters, ...manuscript }, ...rest }: FrozenBook): Generator<string> {
  yield `${JSON.stringify({ manuscript, ...rest } satisfies Head)}\n`;
  for (const chapter of chapters) yield `${JSON.stringify(chapter)}\n`;
}

/** Compresses a book piece by piece, in Node's thread pool. */
export async function compressBook(book: FrozenBook): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  await pipeline(Readable.from(toLines(book)), createGzip(), async (compressed: AsyncIterable<Uint8Array>) => {
    for await (const piece of compressed) pieces.push(piece);
  });
  return pieces;
}

const unzip = promisify(gunzip);

/** Reads what `compressBook` has written. */
export async function readFrozenBook(compressed: Uint8Array): Promise<FrozenBook> {
  const [head = '', ...chapters] = (await unzip(compressed)).toString('utf8').trimEnd().split('\n');
  const { manuscript, ...rest } = JSON.parse(head) as Head;
  return {
    ...rest,
    manuscript: {
      ...manuscript,
      chapters: chapters.map((line) => {
        const { number, ...chapter } = JSON.parse(line) as Manuscript['chapters'][number];
        return { ...chapter, number };
      }),
    },
  };
}
