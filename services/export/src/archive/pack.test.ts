import { describe, expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import type { ArchiveFile } from './archive.ts';
import { pack } from './pack.ts';

async function* files(...given: ArchiveFile[]): AsyncGenerator<ArchiveFile> {
  yield* given;
}

async function unpack(packed: AsyncIterable<Uint8Array>): Promise<Record<string, string>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of packed) chunks.push(chunk);
  return Object.fromEntries(Object.entries(unzipSync(Buffer.concat(chunks))).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

describe('pack', () => {
  it('keeps every character, wherever a text is cut into pieces', async () => {
    const text = `${'a'.repeat(64 * 1024 - 1)}🐻${'é'.repeat(200_000)}\n`;
    expect(await unpack(pack(files({ name: 'a.md', parts: [text, '', 'end'] }, { name: 'b.md', parts: [] })))).toEqual({ 'a.md': `${text}end`, 'b.md': '' });
  });

  it('reads the next part only when its reader asks for more', async () => {
    let read = 0;
    async function* parts(): AsyncGenerator<string> {
      for (; read < 1000; read += 1) yield Array.from({ length: 64 * 1024 }, () => String.fromCharCode(32 + Math.floor(Math.random() * 90))).join('');
    }
    const packed = pack(files({ name: 'long.md', parts: parts() }))[Symbol.asyncIterator]();
    for (let count = 0; count < 5; count += 1) await packed.next();
    expect(read).toBeLessThan(10);
    await packed.return?.(undefined);
  });

  it('fails as its source fails', async () => {
    async function* broken(): AsyncGenerator<string> {
      yield 'begun';
      throw new Error('books is away');
    }
    await expect(unpack(pack(files({ name: 'a.md', parts: broken() })))).rejects.toThrow('books is away');
  });
});
