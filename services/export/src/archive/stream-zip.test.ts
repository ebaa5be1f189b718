import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import type { ArchiveFile } from './archive.ts';
import { streamZip } from './stream-zip.ts';

const pack = (given: AsyncIterable<ArchiveFile>, signal = new AbortController().signal) => streamZip(given, signal);

async function* files(...given: ArchiveFile[]): AsyncGenerator<ArchiveFile> {
  yield* given;
}

async function unpack(packed: AsyncIterable<Uint8Array>): Promise<Record<string, string>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of packed) chunks.push(chunk);
  return Object.fromEntries(
    Object.entries(unzipSync(Buffer.concat(chunks))).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
}

describe('streamZip', () => {
  it('preserves every character at piece boundaries', async () => {
    const text = `${'a'.repeat(64 * 1024 - 1)}🐻${'é'.repeat(200_000)}\n`;
    expect(await unpack(pack(files({ name: 'a.md', parts: [text, '', 'end'] }, { name: 'b.md', parts: [] })))).toEqual({
      'a.md': `${text}end`,
      'b.md': '',
    });
  });

  it('reads the next part only when the consumer needs more', async () => {
    let read = 0;
    async function* parts(): AsyncGenerator<string> {
      for (; read < 1000; read += 1)
        yield Array.from({ length: 64 * 1024 }, () => String.fromCharCode(32 + Math.floor(Math.random() * 90))).join(
          '',
        );
    }
    const packed = pack(files({ name: 'long.md', parts: parts() }))[Symbol.asyncIterator]();
    for (let count = 0; count < 5; count += 1) await packed.next();
    expect(read).toBeLessThan(10);
    await packed.return?.(undefined);
  });

  it('compresses mostly in other threads', async () => {
    const text = randomBytes(8 * 1024 * 1024).toString('base64');
    const [ownBefore, allBefore] = [process.threadCpuUsage(), process.cpuUsage()];
    for await (const _chunk of pack(files({ name: 'long.md', parts: [text] })));
    const [own, all] = [process.threadCpuUsage(ownBefore), process.cpuUsage(allBefore)];
    expect((own.user + own.system) / (all.user + all.system)).toBeLessThan(0.5);
  });

  it('closes its source when the consumer stops reading or aborts', async () => {
    const ended: string[] = [];
    async function* endless(name: string): AsyncGenerator<string> {
      try {
        for (;;) yield await Promise.resolve(randomBytes(64 * 1024).toString('base64'));
      } finally {
        ended.push(name);
      }
    }
    for await (const _chunk of pack(files({ name: 'a.md', parts: endless('stopped') }))) break;
    expect(ended).toEqual(['stopped']);
    const call = new AbortController();
    const reading = unpack(pack(files({ name: 'a.md', parts: endless('aborted') }), call.signal));
    setTimeout(() => call.abort(), 50);
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(ended).toEqual(['stopped', 'aborted']);
  });

  it('rejects with the error of its source', async () => {
    async function* broken(): AsyncGenerator<string> {
      yield 'begun';
      throw new Error('books is unavailable');
    }
    await expect(unpack(pack(files({ name: 'a.md', parts: broken() })))).rejects.toThrow('books is unavailable');
  });
});
