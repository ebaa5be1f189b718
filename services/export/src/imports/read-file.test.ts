import { describe, expect, it } from '@jest/globals';
import type { ErrorCode } from '@inkbear/contracts/error-codes';
import { strToU8, zipSync } from 'fflate';
import { readFile, type ReadResult } from './read-file.ts';
import { decodeText } from './stored-text.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (file: Uint8Array, fileName: string): Promise<ReadResult> =>
  readFile({ file, fileName, bookId: undefined });

describe('readFile', () => {
  it('reads the text of a file, the chapters in it, and what the plan does not have', async () => {
    const markdown = '# The Storm\n\nThe snow *fell*.\n\n***\n\nIt thawed.\n\n![A map](map.png)\n\n# Thaw\n\nRain.\n';
    const result = await read(bytesOf(markdown), 'Snow.md');
    if (result.outcome !== 'read') throw new Error(result.error.message);
    const text = decodeText(result.text);
    const { chapters } = result.plan;
    expect([result.format, result.length, result.plan.title]).toEqual(['markdown', text.length, 'Snow']);
    expect(
      chapters.map(({ title, kind, include, words, scenes }) => [title, kind, include, words, scenes.length]),
    ).toEqual([
      ['The Storm', 'chapter', true, 6, 2],
      ['Thaw', 'chapter', true, 1, 1],
    ]);
    expect(chapters.map(({ from, to }) => text.slice(from, to).trim().split('\n')[0])).toEqual([
      'The snow *fell*.',
      'Rain.',
    ]);
    expect(result.losses).toMatchObject([{ kind: 'image', count: 1, places: [{ chapter: 'The Storm' }] }]);
    expect([result.comments, result.commentCount, result.booksInFile]).toEqual([null, 0, []]);
  });

  it.each<[ErrorCode, Uint8Array, string]>([
    ['imports.empty', new Uint8Array(), 'empty.txt'],
    ['imports.empty', bytesOf(' \n\n '), 'blank.txt'],
    ['imports.unknown_format', bytesOf('%PDF-1.7'), 'book.pdf'],
    ['imports.damaged', bytesOf('PK\u0003\u0004 cut off'), 'book.docx'],
    ['imports.hostile', zipSync({ '../One.md': strToU8('# One') }), 'outside.zip'],
    ['imports.too_large', bytesOf('snow '.repeat(300_001)), 'long.txt'],
  ])('refuses a file with %s and a sentence for its author', async (code, file, fileName) => {
    expect(await read(file, fileName)).toEqual({
      outcome: 'refused',
      error: { code, message: expect.stringMatching(/^[A-Z].*\.$/) },
    });
  });

  it('throws other errors without a text of the author', async () => {
    const file = new Proxy(new Uint8Array(8), {
      get: () => {
        throw new RangeError('secret words\n    at secret places');
      },
    });
    const error = await read(file, 'Snow.md').catch((thrown: unknown) => thrown as Error);
    expect(error).toBeInstanceOf(Error);
    const { message, stack } = error as Error;
    expect([message, stack?.includes('secret'), stack?.includes('    at ')]).toEqual([
      'A manuscript could not be read: RangeError',
      false,
      true,
    ]);
  });
});
