import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createChapter, deleteChapter, saveChapter } from '@inkbear/contracts/books/chapter';
import { getVoice, type VoiceReport } from '@inkbear/contracts/books/voice';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { ornate, terse, generateText } from '@inkbear/story-analysis/testing/voices';
import { type Author, BooksService } from '../testing/books-service.ts';

describe('the voice of a book', () => {
  let books: BooksService;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());

  const read = async (author: Author, bookId: string) => {
    const { status, body } = await books.call(getVoice, { as: author, params: { id: bookId } });
    expect(status).toBe(200);
    return body as VoiceReport;
  };
  /** Adds a chapter with a text; `ai` says that it came from an AI result. */
  const addChapter = async (author: Author, bookId: string, text: string, origin: 'typed' | 'ai' = 'typed') => {
    const { body } = await books.call(createChapter, { as: author, params: { id: bookId }, body: { title: 'More' } });
    const id = body['id'] as string;
    const origins = origin === 'ai' ? [{ from: 0, to: text.length, kind: 'ai', resultId: 'result-1' }] : [];
    const saved = await books.patch(author, id, body['rev'] as number, [[0, ...text.split('\n')]], { origins });
    expect(saved.status).toBe(200);
    return id;
  };
  const verdictOf = ({ chapters }: VoiceReport, id: string) =>
    chapters.find(({ chapterId }) => chapterId === id)?.comparison?.verdict;

  it('is unknown until 5,000 words were typed', async () => {
    const { author, bookId, chapterId } = await books.authorWithBook();
    const id = await addChapter(author, bookId, generateText(terse, 2000, 1));
    const report = await read(author, bookId);
    expect(report).toMatchObject({
      hasProfile: false,
      chapters: [
        { chapterId, comparison: null },
        { chapterId: id, comparison: null },
      ],
    });
    expect(report.typedWords).toBeGreaterThan(1500);
  });

  it('is close to what the author typed, and far from a text of an AI in another style', async () => {
    const { author, bookId, chapterId } = await books.authorWithBook();
    const own: string[] = [];
    for (const seed of [1, 2, 3, 4]) own.push(await addChapter(author, bookId, generateText(terse, 2000, seed)));
    const generated = await addChapter(author, bookId, generateText(ornate, 2000, 5), 'ai');
    const report = await read(author, bookId);
    expect(report.hasProfile).toBe(true);
    expect(report.typedWords).toBeLessThanOrEqual(8000);
    expect(own.map((id) => verdictOf(report, id))).not.toContain('far');
    expect(verdictOf(report, generated)).toBe('far');
    expect(report.chapters.find(({ chapterId: id }) => id === generated)?.comparison?.differences).toHaveLength(3);
    expect(report.chapters.find(({ chapterId: id }) => id === chapterId)?.comparison).toBeNull();
  });

  it('follows the book: new text, and a chapter that was deleted', async () => {
    const { author, bookId } = await books.authorWithBook();
    const first = await addChapter(author, bookId, generateText(terse, 6000, 1));
    expect((await read(author, bookId)).chapters).toHaveLength(2);
    const second = await addChapter(author, bookId, generateText(ornate, 1500, 2), 'ai');
    expect(verdictOf(await read(author, bookId), second)).toBe('far');
    await books.call(deleteChapter, { as: author, params: { id: first } });
    const report = await read(author, bookId);
    expect([report.hasProfile, report.chapters.map(({ chapterId }) => chapterId)]).toEqual([
      false,
      [expect.anything(), second],
    ]);
  });

  it('belongs to the author of the book', async () => {
    const { bookId } = await books.authorWithBook();
    const stranger = await books.author();
    expect((await books.call(getVoice, { as: stranger, params: { id: bookId } })).status).toBe(404);
  });

  it('handles hostile texts', async () => {
    const { author, bookId } = await books.authorWithBook();
    for (const content of Object.values(hostileTexts(50_000))) {
      const id = await addChapter(author, bookId, 'Begin.');
      expect((await books.call(saveChapter, { as: author, params: { id }, body: { content } })).status).toBe(200);
    }
    expect((await read(author, bookId)).chapters).toHaveLength(14);
  });
});
