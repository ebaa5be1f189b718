import { describe, expect, it } from '@jest/globals';
import type { Chapter, ChapterListItem } from '@inkbear/contracts/books/chapter';
import { editionLimits } from '@inkbear/contracts/export/edition';
import type { Peers } from '@inkbear/service-kit/peers';
import { readAllChapters } from './read-all-chapters.ts';

const chapterLength = 1_000_000;

/** Reads a book whose chapters have these lengths. Counts the chapters that the books service was asked for. */
function read(lengths: readonly number[]) {
  const chapterList = lengths.map(
    (_length, index) => ({ id: `c${index}`, chapterNumber: index + 1 }) as ChapterListItem,
  );
  const requested: string[] = [];
  // The books service answers with one chapter on each page.
  const call = async (_route: unknown, { query }: { query: { ids: string } }) => {
    const [id = ''] = query.ids.split(',');
    requested.push(id);
    // A character outside of ASCII shows that the length is not one in bytes.
    return { chapters: [{ id, content: 'é'.repeat(lengths[Number(id.slice(1))] ?? 0) } as Chapter], answered: 1 };
  };
  const request = { bookId: 'b', userId: 'u', chapterList, signal: new AbortController().signal };
  const chapters = readAllChapters({ call } as unknown as Peers, request);
  return { requested, chapters };
}

describe('readAllChapters', () => {
  const full = Array.from({ length: editionLimits.pdfLength / chapterLength }, () => chapterLength);

  it('reads a book that is as long as a PDF may be', async () => {
    const chapters = await read(full).chapters;
    expect(chapters.map(({ id, content }) => [id, content.length])).toEqual(
      full.map((length, index) => [`c${index}`, length]),
    );
  });

  it('refuses a longer book with 400, and stops reading it', async () => {
    const { chapters, requested } = read([...full, 1, 1, 1]);
    await expect(chapters).rejects.toMatchObject({ code: 'export.too_long', status: 400 });
    expect(requested).toHaveLength(full.length + 1);
  });
});
