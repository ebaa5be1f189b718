import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createChapter, deleteChapter, getChapter, saveChapter } from '@inkbear/contracts/books/chapter';
import { getProvenance, type Provenance, saveProvenanceAnswers } from '@inkbear/contracts/books/provenance';
import { restoreRevision } from '@inkbear/contracts/books/revision';
import { aiCallSettled, aiResultCreated, type EventData } from '@inkbear/contracts/events';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { encodeFingerprint, fingerprintOf } from '@inkbear/story-analysis/provenance/fingerprint';
import { type Author, BooksService } from '../testing/books-service.ts';

type Origin = { readonly kind: 'typed' | 'pasted' | 'ai' | 'imported'; readonly resultId?: string };

const own = 'Every word of this sentence is mine. ';
const passage = 'The harbour lay under a grey sky and nobody came down to the boats that morning. ';
const none = { own: 0, pasted: 0, imported: 0, generated: 0, edited: 0, rewritten: 0 };

describe('the provenance of a book', () => {
  let books: BooksService;
  let author: Author;
  let bookId: string;
  let chapterId: string;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  beforeEach(async () => ({ author, bookId, chapterId } = await books.authorWithBook()));

  const read = async (): Promise<Provenance> => {
    const { status, body } = await books.call(getProvenance, { as: author, params: { id: bookId } });
    expect(status).toBe(200);
    return body as Provenance;
  };
  const wordsOf = async (id = chapterId) => (await read()).chapters.find((chapter) => chapter.chapterId === id)?.words;
  const stored = async (id = chapterId) =>
    (await books.call(getChapter, { as: author, params: { id } })).body as { content: string; rev: number };
  /** Replaces `old` in the stored text, or inserts at the end, as the editor does. */
  const replace = async (old: string, insert: string, origin: Origin = { kind: 'typed' }, id = chapterId) => {
    const { content, rev } = await stored(id);
    const from = old === '' ? content.length : content.indexOf(old);
    const rest = content.length - from - old.length;
    const changes = [...(from > 0 ? [from] : []), [old.length, insert], ...(rest > 0 ? [rest] : [])];
    const origins = origin.kind === 'typed' || insert === '' ? [] : [{ from, to: from + insert.length, ...origin }];
    expect((await books.patch(author, id, rev, changes, { origins })).status).toBe(200);
  };
  const createResult = async (
    action: EventData<typeof aiResultCreated>['action'],
    text: string,
    resultId: string = randomUUID(),
  ) => {
    await books.service.deliver(aiResultCreated, resultId, {
      resultId,
      userId: author.userId,
      bookId,
      chapterId,
      action,
      option: null,
      fingerprint: encodeFingerprint(fingerprintOf(text)),
    });
    return resultId;
  };
  const addChapter = async () => {
    const { body } = await books.call(createChapter, { as: author, params: { id: bookId }, body: { title: 'More' } });
    return body['id'] as string;
  };

  it('counts the words of each chapter and of the book', async () => {
    const [made, edited] = [await createResult('generate', passage), await createResult('polish', 'Each word. ')];
    const second = await addChapter();
    await replace('', own);
    await replace('Every word', 'Each word', { kind: 'ai', resultId: edited });
    await replace('', passage, { kind: 'ai', resultId: made });
    await replace('nobody', 'hardly anybody');
    await replace('', 'From a letter. ', { kind: 'pasted' }, second);
    expect(await read()).toMatchObject({
      chapters: [
        { chapterId, rev: 5, words: { ...none, own: 5, edited: 2, generated: 15, rewritten: 2 } },
        { chapterId: second, rev: 2, words: { ...none, pasted: 3 } },
      ],
      total: { ...none, own: 5, edited: 2, generated: 15, rewritten: 2, pasted: 3 },
      declaration: { changedShare: expect.closeTo(1 / 16), text: { answer: null } },
      final: false,
      asked: ['pastedIsAi', 'images', 'translations'],
      missing: ['pastedIsAi', 'images', 'translations'],
    });
  });

  it('gives concurrent requests the same counts', async () => {
    await replace('', own);
    await replace('', passage, { kind: 'ai', resultId: 'r' });
    const replies = await Promise.all(Array.from({ length: 3 }, () => read()));
    expect(replies.map(({ total }) => total)).toEqual(replies.map(() => ({ ...none, own: 7, generated: 16 })));
  });

  it('updates the counts after each saved change', async () => {
    await replace('', own);
    expect(await wordsOf()).toEqual({ ...none, own: 7 });
    await replace('', passage, { kind: 'ai', resultId: 'unknown' });
    expect(await wordsOf()).toEqual({ ...none, own: 7, generated: 16 });
    await replace(passage, '');
    expect(await wordsOf()).toEqual({ ...none, own: 7 });
  });

  it('keeps the class of text that is cut and pasted into another chapter, before and after classification', async () => {
    const second = await addChapter();
    await replace('', passage, { kind: 'ai', resultId: 'r' });
    await replace('', own);
    await read();
    await replace(passage, '');
    await replace('', passage, { kind: 'pasted' }, second);
    expect([await wordsOf(), await wordsOf(second)]).toEqual([
      { ...none, own: 7 },
      { ...none, generated: 16 },
    ]);
    await replace(own, '');
    await read();
    await replace('', own, { kind: 'pasted' }, second);
    expect(await wordsOf(second)).toEqual({ ...none, generated: 16, own: 7 });
  });

  it('recognises a pasted copy of a result', async () => {
    const text = passage.repeat(2);
    await createResult('generate', text);
    await replace('', text.replace('grey', 'clear'), { kind: 'pasted' });
    expect(await wordsOf()).toEqual({ ...none, generated: 32 });
  });

  it('classifies results of earlier releases by their actions', async () => {
    const callId = randomUUID();
    await books.service.deliver(aiCallSettled, callId, {
      callId,
      userId: author.userId,
      action: 'rewrite',
      bookId,
      chapterId,
      storyId: null,
      outcome: 'finished',
      model: 'm',
      inputTokens: 1,
      outputTokens: 1,
      cost: 0,
      latencyMs: 1,
    });
    await replace('', own);
    await replace('sentence', 'line', { kind: 'ai', resultId: callId });
    expect(await wordsOf()).toEqual({ ...none, own: 6, edited: 1 });
  });

  it('restores the classes with a restored revision', async () => {
    await replace('', passage, { kind: 'ai', resultId: 'r' });
    await replace('', own);
    const { rev } = await stored();
    await replace(`${passage}${own}`, 'Nothing is left of it. ');
    await books.call(restoreRevision, { as: author, params: { id: chapterId, rev: String(rev) } });
    expect(await wordsOf()).toEqual({ ...none, generated: 16, own: 7 });
  });

  it('shows provisional classes until the AI result is known', async () => {
    const resultId = randomUUID();
    await replace('', own);
    await replace('sentence', 'line', { kind: 'ai', resultId });
    expect(await wordsOf()).toEqual({ ...none, own: 6, generated: 1 });
    await createResult('rewrite', 'x', resultId);
    expect(await wordsOf()).toEqual({ ...none, own: 6, edited: 1 });
  });

  it('keeps the classes when the history is compacted', async () => {
    const [made, edited] = [await createResult('generate', passage), await createResult('rewrite', 'x')];
    await replace('', passage, { kind: 'ai', resultId: made });
    await replace('nobody came down', 'no one went down', { kind: 'ai', resultId: edited });
    await books.extractChapters(bookId);
    await books.afterDays(2, async () => await books.runJob('compact-history'));
    await replace('', own);
    // After the compaction alone, the second result would seem to have replaced nothing.
    expect(await wordsOf()).toEqual({ ...none, generated: 17, own: 7 });
  });

  it('counts a chapter from its beginning when the revision that was counted last was compacted', async () => {
    await replace('', own);
    await read();
    for (const word of ['Two ', 'three ', 'four ']) await replace('', word);
    await books.afterDays(2, async () => await books.runJob('compact-history'));
    expect(await wordsOf()).toEqual({ ...none, own: 10 });
  });

  it('counts a book with more than 4 MB of changes in steps', async () => {
    const ids = [chapterId, await addChapter(), await addChapter()];
    const words = 'word '.repeat(200_000);
    for (const [index, id] of ids.entries())
      await replace('', words, index === 1 ? { kind: 'pasted' } : { kind: 'typed' }, id);
    for (const id of ids)
      await books.call(saveChapter, { as: author, params: { id }, body: { content: `${words}x ` } });
    const { total } = await read();
    expect(total).toEqual({ ...none, own: 400_003, pasted: 200_000 });
  }, 60_000);

  it('declares AI use by the last answers of the author', async () => {
    const answer = async (body: Record<string, unknown>) =>
      await books.call(saveProvenanceAnswers, { as: author, params: { id: bookId }, body });
    await replace('', own);
    const answers = { images: 'some-edited', translations: 'none', pastedIsAi: null, importedIsAi: null };
    const { status, body } = await answer(answers);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      answers,
      final: true,
      missing: [],
      declaration: {
        text: { answer: 'none', text: 'None' },
        images: { answer: 'some-edited', text: 'One or a few AI-generated images, with extensive editing' },
      },
    });
    await answer({ images: 'none' });
    expect((await read()).answers).toEqual({
      images: 'none',
      translations: null,
      pastedIsAi: null,
      importedIsAi: null,
    });
    expect((await answer({ images: 'perhaps' })).status).toBe(400);
  });

  it("replies 404 for another author's book", async () => {
    const stranger = await books.author();
    const request = { as: stranger, params: { id: bookId } };
    expect((await books.call(getProvenance, request)).status).toBe(404);
    expect((await books.call(saveProvenanceAnswers, { ...request, body: {} })).status).toBe(404);
  });

  it('deletes the counts and the removed texts of a purged chapter', async () => {
    const second = await addChapter();
    await replace('', own, { kind: 'typed' }, second);
    await replace(own, '', { kind: 'typed' }, second);
    await read();
    expect((await books.rows('book_provenance').findOne({ _id: bookId }))?.['removed']).toHaveLength(1);
    await books.call(deleteChapter, { as: author, params: { id: second } });
    await books.afterDays(31, async () => await books.runJob('purge-trash'));
    expect(await books.rows('chapter_provenance').findOne({ _id: second })).toBeNull();
    expect((await books.rows('book_provenance').findOne({ _id: bookId }))?.['removed']).toEqual([]);
  });

  it('purges removed texts after 30 days', async () => {
    await replace('', own);
    await replace(own, '');
    await read();
    const removed = async () => (await books.rows('book_provenance').findOne({ _id: bookId }))?.['removed'];
    await books.afterDays(29, async () => await books.runJob('forget-removed-texts'));
    expect(await removed()).toHaveLength(1);
    await books.afterDays(31, async () => await books.runJob('forget-removed-texts'));
    expect(await removed()).toEqual([]);
  });

  it('classifies pathological texts', async () => {
    const texts = Object.values(hostileTexts(50_000));
    for (const content of texts) {
      const id = await addChapter();
      expect((await books.call(saveChapter, { as: author, params: { id }, body: { content } })).status).toBe(200);
      expect((await books.call(saveChapter, { as: author, params: { id }, body: { content: '' } })).status).toBe(200);
      expect((await books.call(saveChapter, { as: author, params: { id }, body: { content } })).status).toBe(200);
    }
    expect((await read()).chapters).toHaveLength(texts.length + 1);
  });
});
