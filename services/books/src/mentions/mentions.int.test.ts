import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createBibleEntry } from '@inkbear/contracts/bible/bible';
import { type ChapterMentions, listBibleMentions, mentionLimits } from '@inkbear/contracts/bible/mentions';
import { deleteBook } from '@inkbear/contracts/books/book';
import { createChapter, deleteChapter, saveChapter } from '@inkbear/contracts/books/chapter';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { type Author, BooksService, type Json } from '../testing/books-service.ts';

describe('the mentions of a story bible', () => {
  let books: BooksService;
  let author: Author;
  let bookId: string;
  let chapterId: string;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  beforeEach(async () => ({ author, bookId, chapterId } = await books.authorWithBook()));

  const save = async (content: string, id = chapterId): Promise<void> =>
    expect((await books.call(saveChapter, { as: author, params: { id }, body: { content } })).status).toBe(200);
  const addChapter = async (content: string): Promise<string> => {
    const { body } = await books.call(createChapter, { as: author, params: { id: bookId }, body: { title: 'More' } });
    await save(content, body['id'] as string);
    return body['id'] as string;
  };
  const addEntry = async (name: string, fields: Json = {}): Promise<string> => {
    const body = { kind: 'character', name, ...fields };
    return (await books.call(createBibleEntry, { as: author, params: { id: bookId }, body })).body['id'] as string;
  };
  const list = (query: Json = {}, as: Author = author) =>
    books.call(listBibleMentions, { as, params: { id: bookId }, query });
  const mentions = async (query: Json = {}): Promise<ChapterMentions[]> => {
    const { status, body } = await list(query);
    expect(status).toBe(200);
    return body as unknown as ChapterMentions[];
  };

  it('are listed by chapter with their positions, and for one chapter or one entry alone', async () => {
    const mara = await addEntry('Mara Venn', { aliases: ['Venn'] });
    const tom = await addEntry('Tom Venn', { aliases: ['Venn'] });
    await save('Mara Venn came. “Venn,” she said.');
    const second = await addChapter('Nobody came.');
    const third = await addChapter('TOM VENN laughed.');
    const first = {
      chapterId,
      rev: 2,
      spans: [
        [0, 9, [mara]],
        [17, 21, [mara, tom]],
      ],
    };
    const last = { chapterId: third, rev: 2, spans: [[0, 8, [tom]]] };
    expect(await mentions()).toEqual([first, last]);
    expect(await mentions({ chapterId: third })).toEqual([last]);
    expect(await mentions({ chapterId: second })).toEqual([]);
    expect(await mentions({ entryId: mara })).toEqual([first]);
    expect(await mentions({ entryId: tom })).toEqual([{ ...first, spans: [[17, 21, [mara, tom]]] }, last]);
  });

  it('ignore untracked entries', async () => {
    await addEntry('Mara', { tracked: false });
    await save('Mara came.');
    expect(await mentions()).toEqual([]);
  });

  it('are listed page by page, and a page is refused when the chapter before it was deleted', async () => {
    await addEntry('Mara');
    await save('Mara came.');
    const ids = [chapterId, await addChapter('Nobody.'), await addChapter('Mara left.')];
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body, headers } = await list({ limit: 1, ...(cursor !== undefined && { cursor }) });
      seen.push(...(body as unknown as ChapterMentions[]).map((chapter) => chapter.chapterId));
      cursor = /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1];
    } while (cursor !== undefined);
    expect(seen).toEqual([ids[0], ids[2]]);
    await books.call(deleteChapter, { as: author, params: { id: ids[1] ?? '' } });
    expect((await list({ cursor: ids[1] })).body['code']).toBe('books.chapter_not_found');
  });

  it('are at most 5,000 of a chapter, and as many chapters as have 20,000 together', async () => {
    await addEntry('Mara');
    const many = 'Mara '.repeat(mentionLimits.perChapter + 1);
    await save(many);
    for (let added = 0; added < 4; added += 1) await addChapter(many);
    const { body, headers } = await list();
    const found = body as unknown as ChapterMentions[];
    expect(found.map(({ spans }) => spans.length)).toEqual(Array(4).fill(mentionLimits.perChapter));
    expect(headers.get('link')).toContain(`cursor=${found[3]?.chapterId ?? ''}`);
  });

  it('are found in pathological texts', async () => {
    await addEntry('Mara');
    for (const text of Object.values(hostileTexts(20_000))) await addChapter(text.toWellFormed());
    expect((await list({ limit: 500 })).status).toBe(200);
  });

  it('are refused for unknown chapters and entries, and for a book of somebody else or in the trash', async () => {
    await save('Mara came.');
    const codes = [await list({ chapterId: 'nope' }), await list({ entryId: 'nope' })];
    codes.push(await list({}, await books.author()));
    await books.call(deleteBook, { as: author, params: { id: bookId } });
    codes.push(await list());
    expect(codes.map(({ body }) => body['code'])).toEqual([
      'books.chapter_not_found',
      'bible.not_found',
      'books.not_found',
      'books.not_found',
    ]);
  });
});
