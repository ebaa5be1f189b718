import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readCollectionFile } from './collection-file.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-collection-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function readAll(content: Buffer): Promise<number[]> {
  const file = path.join(folder, 'collection.bson.gz');
  writeFileSync(file, gzipSync(content));
  const lengths: number[] = [];
  for await (const document of readCollectionFile(file)) lengths.push(document.length);
  return lengths;
}

/** A document without fields, as raw BSON. */
const emptyDocument = Buffer.from([5, 0, 0, 0, 0]);

describe('readCollectionFile', () => {
  it('reads documents one by one', async () => {
    expect(await readAll(Buffer.concat([emptyDocument, emptyDocument]))).toEqual([5, 5]);
  });

  it('refuses an impossible length without reading the whole file first', async () => {
    const content = Buffer.alloc(20 * 1024 * 1024);
    content.writeInt32LE(2 ** 31 - 1);
    await expect(readAll(content)).rejects.toThrow('has a document of 2147483647 bytes, which is impossible');
  });

  it('refuses a file that ends within a document', async () => {
    await expect(readAll(Buffer.concat([emptyDocument, Buffer.from([9, 0, 0, 0])]))).rejects.toThrow(
      'ends within a document',
    );
  });
});
