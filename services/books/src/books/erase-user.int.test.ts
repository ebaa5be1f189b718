import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createBibleEntry, createBibleFact, createBibleRelation, decideBible } from '@inkbear/contracts/bible/bible';
import { checkBook } from '@inkbear/contracts/bible/finding';
import { deleteChapter, getChapter, listChapters, saveChapter } from '@inkbear/contracts/books/chapter';
import { getDesign, saveDesign } from '@inkbear/contracts/books/design';
import { getProvenance, saveProvenanceAnswers } from '@inkbear/contracts/books/provenance';
import { saveStyleSheet } from '@inkbear/contracts/books/style-sheet';
import { getMatter, listMatterRevisions, saveMatter } from '@inkbear/contracts/books/matter';
import { listRevisions } from '@inkbear/contracts/books/revision';
import { moveScene } from '@inkbear/contracts/books/scene';
import { getBook } from '@inkbear/contracts/books/book';
import { beginImport } from '@inkbear/contracts/books/import';
import { aiResultCreated, allowanceOverridden, userRemoved } from '@inkbear/contracts/events';
import { getBooksStorage } from '@inkbear/contracts/storage';
import { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import { checkErasure } from '@inkbear/service-kit/testing/check-erasure';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { type Author, BooksService } from '../testing/books-service.ts';

describe('erasing a user', () => {
  let books: BooksService;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  afterEach(() => void jest.restoreAllMocks());
  const erase = (author: Author) =>
    books.service.deliver(userRemoved, author.userId, { userId: author.userId, stage: 'erased' }, { seq: 9 });
  /** An entry with a fact and a relation, and one that was proposed and dismissed. */
  const writeBible = async (author: Author, id: string) => {
    const add = async (name: string) => {
      const { body } = await books.call(createBibleEntry, {
        as: author,
        params: { id },
        body: { kind: 'character', name },
      });
      return body['id'] as string;
    };
    const [entryId, toId, dismissed] = [await add('Mara'), await add('Ida'), await add('Nobody')];
    const request = { as: author, params: { id, entryId } };
    await books.call(createBibleFact, { ...request, body: { attribute: 'eyes', value: 'grey' } });
    await books.call(createBibleRelation, { ...request, body: { toId, type: 'knows' } });
    await books.rows('bible_entries').updateOne({ _id: dismissed }, { $set: { status: 'proposed' } });
    const items = [{ id: dismissed, decision: 'dismiss' }];
    await books.call(decideBible, { as: author, params: { id }, body: { items } });
  };
  /**
   * A book with design, style sheet, matter, a story bible, findings and origins, and three chapters, one of them in the trash,
   * with pending and flushed changes and a snapshot.
   */
  const write = async (author: Author) => {
    const {
      id,
      chapterIds: [first = '', second = '', third = ''],
    } = await books.book(author, {
      chapters: [
        { number: 1, title: 'A' },
        { number: 2, title: 'B' },
        { number: 3, title: 'C' },
      ],
    });
    for (let rev = 1; rev < 104; rev += 1)
      await books.patch(author, first, rev, [...(rev > 1 ? [rev - 1] : []), [0, 'x']]);
    await books.call(deleteChapter, { as: author, params: { id: second } });
    const firstSave = { as: author, params: { id }, headers: { 'if-match': '"0"' } };
    await books.call(saveDesign, { ...firstSave, body: {} });
    await books.call(saveStyleSheet, { ...firstSave, body: { notes: 'Dry.' } });
    await books.call(saveMatter, { ...firstSave, body: { pieces: [{ kind: 'notes', text: 'Notes.' }] } });
    await books.call(saveChapter, { as: author, params: { id: third }, body: { content: '[insert name here]' } });
    const move = { rev: 2, index: 0, toChapterId: third, toRev: 2, toIndex: 0 };
    await books.call(moveScene, { as: author, params: { id: third }, body: move });
    await books.call(checkBook, { as: author, params: { id }, body: { groups: ['leak'] } });
    await writeBible(author, id);
    await books.service.deliver(aiResultCreated, `result of ${id}`, {
      resultId: `result of ${id}`,
      userId: author.userId,
      bookId: id,
      chapterId: first,
      action: 'generate',
      option: null,
      fingerprint: { window: 4, hashes: '' },
    });
    await books.call(getProvenance, { as: author, params: { id } });
    await books.call(saveProvenanceAnswers, { as: author, params: { id }, body: { images: 'none' } });
    await books.runJob('flush-progress');
    await books.setPlan(author, { plan: 'pro_monthly', isActive: true });
    await books.call(getBooksStorage, { as: author });
    const book = { bookId: null, title: 'D', authorName: '', language: 'EN', chapters: 1, bytes: 1 };
    await books.call(beginImport, {
      as: { role: 'service', service: 'export' },
      params: { id: `import of ${id}` },
      body: { userId: author.userId, ...book },
    });
    await books.service.deliver(allowanceOverridden, author.userId, {
      userId: author.userId,
      adjustmentId: `a-${author.userId}`,
      creditBalance: 1,
    });
    return { bookId: id, chapterId: first };
  };

  it('deletes all of the user’s data and nobody else’s', async () => {
    const chapterIds = new Map<string, string>();
    const seed = async ({ userId }: { userId: string }) =>
      void chapterIds.set(userId, (await write(testUser(userId))).chapterId);
    // These rows have no user id; they are deleted with their chapter.
    expect(
      await checkErasure(books.service, { seed, withoutUserData: ['chapter_changes', 'chapter_snapshots'] }),
    ).toEqual({
      unseeded: [],
      remaining: [],
      lost: [],
    });
    const [gone = '', other = ''] = chapterIds.values();
    const rowsOf = (itemId: string) =>
      Promise.all(['chapter_changes', 'chapter_snapshots'].map((name) => books.rows(name).countDocuments({ itemId })));
    expect([await rowsOf(gone), await rowsOf(other)]).toEqual([
      [0, 0],
      [100, 1],
    ]);
  });

  it('makes everything unreachable at once, but not during the restore period', async () => {
    const { author, bookId, chapterId } = await books.authorWithBook();
    await books.service.deliver(userRemoved, author.userId, { userId: author.userId, stage: 'grace' });
    await books.service.deliver(userRemoved, author.userId, { userId: author.userId, stage: 'restored' }, { seq: 2 });
    expect(
      (await books.call(saveChapter, { as: author, params: { id: chapterId }, body: { content: 'words' } })).status,
    ).toBe(200);
    await erase(author);
    const input = { as: author, params: { id: chapterId } };
    const answers = [
      await books.call(getBook, { as: author, params: { id: bookId } }),
      await books.call(listChapters, { as: author, params: { id: bookId } }),
      await books.call(getChapter, input),
      await books.call(listRevisions, input),
      await books.call(getDesign, { as: author, params: { id: bookId } }),
      await books.call(getMatter, { as: author, params: { id: bookId } }),
      await books.call(listMatterRevisions, { as: author, params: { id: bookId } }),
      await books.patch(author, chapterId, 2, [5, [0, '!']]),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  });

  it('continues after a crash between two batches', async () => {
    const author = await books.author();
    const { bookId, chapterId } = await write(author);
    await erase(author);
    const eraseSome = HistoryRepository.prototype.eraseSome;
    let batches = 0;
    jest.spyOn(HistoryRepository.prototype, 'eraseSome').mockImplementation(async function (
      this: HistoryRepository,
      ids,
    ) {
      if (ids.includes(chapterId) && (batches += 1) === 3) throw new Error('the process dies');
      return await eraseSome.call(this, ids, 30);
    });
    const remaining = async () => [
      await books.rows('chapter_changes').countDocuments({ itemId: chapterId }),
      await books.rows('chapters').countDocuments({ userId: author.userId }),
      await books.rows('books').countDocuments({ _id: bookId }),
    ];
    await books.service.runJob('erase-removed');
    expect(await remaining()).toEqual([40, 3, 0]);
    await TestService.waitForRetry();
    await books.service.runJob('erase-removed');
    expect(await remaining()).toEqual([0, 0, 0]);
    expect(batches).toBeGreaterThan(3);
  });
});
