import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { quotas } from '@inkbear/contracts/plans';
import { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import { createLogger } from '@inkbear/service-kit/logger';
import { createCollections } from '@inkbear/service-kit/migrations';
import { connectMongo, type Connection } from '@inkbear/service-kit/mongo';
import { testServers } from '@inkbear/service-kit/testing/test-servers';
import { chapterKind } from '../chapters/chapter.ts';
import { ChapterRepository } from '../chapters/chapter.repository.ts';
import { books } from './0001-books.ts';
import { pendingChangesInHead } from './0002-pending-changes.ts';
import { migrations } from './index.ts';

describe('migrations', () => {
  let connection: Connection;
  beforeEach(async () => {
    connection = await connectMongo({
      uri: testServers().MONGODB_URI,
      database: `test_books_${randomBytes(5).toString('hex')}`,
      logger: createLogger('books', 'silent'),
    });
    await books.up(connection);
  });
  afterEach(async () => {
    await connection.dropDatabase();
    await connection.close();
  });
  const rows = (name: string) => connection.collection<{ _id: string; [field: string]: unknown }>(name);
  const at = new Date('2026-11-21T10:00:00Z');
  const change = (chapterId: string, changeId: string, rev: number, more: object = {}) => ({
    _id: `${chapterId}:${changeId}`,
    chapterId,
    rev,
    changes: JSON.stringify([[0, 'x']]),
    origins: [],
    at,
    kind: 'autosave',
    wordCount: 1,
    isComplete: false,
    bytes: 9,
    ...more,
  });

  /** Two chapters in the format of the previous release. */
  async function writeOld(): Promise<void> {
    const chapter = (_id: string) => ({
      _id,
      bookId: 'b',
      userId: 'u',
      madeUnder: 'free',
      state: 'live',
      chapterNumber: 1,
      title: 'T',
      description: '',
      keyPoints: [],
      content: 'x',
      rev: 2,
      version: 2,
      wordCount: 1,
      targetWordCount: 2500,
      flaggedComplete: false,
      isComplete: false,
      aiGeneratedCount: 0,
      aiEditCount: 0,
      polishCount: 0,
      aiSeq: 0,
      progress: { sent: 3, lastAt: at, pending: [{ localDate: '2026-11-21', typedWords: 1, otherWords: 0 }] },
      progressDueAt: at,
      thinAt: at,
      createdAt: at,
      updatedAt: at,
    });
    await rows('chapters').insertMany([chapter('c1'), chapter('c2')]);
    await rows('chapter_changes').insertMany(
      ['c1', 'c2'].flatMap((id) => [
        change(id, 'created', 1, { changes: '[]', kind: 'created' }),
        change(id, 'odd:id:é', 2, { name: 'draft' }),
      ]),
    );
    await rows('chapter_snapshots').insertMany(
      ['c1', 'c2'].map((chapterId) => ({ _id: `${chapterId}:100`, chapterId, rev: 100, content: 'whole' })),
    );
  }

  async function expectNew(): Promise<void> {
    const history = new HistoryRepository(connection, chapterKind.collections);
    for (const id of ['c1', 'c2']) {
      expect(await new ChapterRepository(connection, createLogger('books', 'silent')).getLive(id, 'u')).toMatchObject({
        content: 'x',
        written: [{ localDate: '2026-11-21', typedWords: 1, otherWords: 0 }],
        reported: { sent: 3, lastAt: at, words: [] },
      });
      expect(await history.findByChangeId(id, 'odd:id:é')).toMatchObject({
        _id: `${id}:2`,
        itemId: id,
        rev: 2,
        name: 'draft',
      });
      expect([
        (await history.readRevision(id, 2, []))?.content,
        (await history.list(id, { limit: 10 })).map(({ rev, changeId }) => `${rev} ${changeId}`),
      ]).toEqual(['x', ['2 odd:id:é', '1 created']]);
      expect(await rows('chapter_snapshots').find({ itemId: id }).toArray()).toEqual([
        { _id: `${id}:100`, itemId: id, rev: 100, content: 'whole' },
      ]);
    }
    expect([
      await rows('chapter_changes').countDocuments({}, { hint: { _id: 1 } }),
      await rows('chapters').findOne({ _id: 'c1' }),
    ]).toEqual([4, expect.not.objectContaining({ progress: expect.anything() })]);
  }

  it('convert all rows to pending changes, and are idempotent', async () => {
    await writeOld();
    await pendingChangesInHead.up(connection);
    await expectNew();
    await pendingChangesInHead.up(connection);
    await expectNew();
  });

  it('rename the time of compaction, and pick up what the previous release writes under the old name afterwards', async () => {
    await writeOld();
    for (const { up } of migrations.slice(1)) await up(connection);
    const stored = async () =>
      (await rows('chapters').find({}).hint({ _id: 1 }).sort({ _id: 1 }).toArray()).map(({ thinAt, compactAt }) => [
        thinAt,
        compactAt,
      ]);
    expect(await stored()).toEqual([
      [at, at],
      [at, at],
    ]);
    const chapters = new ChapterRepository(connection, createLogger('books', 'silent'));
    const later = new Date(at.getTime() + 1000);
    // A save of the previous release.
    await rows('chapters').updateOne({ _id: 'c1' }, { $set: { thinAt: later }, $inc: { version: 1 as never } });
    expect((await chapters.getLive('c1', 'u')).compactAt).toEqual(later);
    expect([await chapters.listDueForCompaction(at, 10), await chapters.listDueForCompaction(later, 10)]).toEqual([
      ['c2'],
      ['c2', 'c1'],
    ]);
    await chapters.scheduleCompaction('c1', at);
    expect(await stored()).toEqual([
      [at, at],
      [at, at],
    ]);
  });

  it('continue after a crash between copying and deleting', async () => {
    await writeOld();
    await rows('chapter_changes').dropIndex('chapterId_1_rev_1');
    const { _id, chapterId, ...copied } = change('c1', 'odd:id:é', 2, { name: 'draft' });
    await rows('chapter_changes').insertOne({ ...copied, _id: 'c1:2', itemId: chapterId, changeId: 'odd:id:é' });
    await pendingChangesInHead.up(connection);
    await expectNew();
  });

  it('count the bytes of story bibles again, which an earlier release had left out', async () => {
    const book = {
      userId: 'u',
      title: 'T',
      outline: 'é',
      synopsis: '',
      introduction: '',
      dedication: '',
      state: 'live',
    };
    await rows('books').insertMany([
      { ...book, _id: 'wrong', fieldBytes: 1, storedBytes: 8, pressBytes: 5, bibleBytes: 100 },
      { ...book, _id: 'without', fieldBytes: 1, storedBytes: 3 },
    ]);
    for (const { up } of migrations.filter(({ id }) => id >= '0014')) await up(connection);
    const stored = await rows('books')
      .find({}, { sort: { _id: 1 }, hint: { _id: 1 } })
      .toArray();
    expect(stored.map(({ storedBytes }) => storedBytes)).toEqual([3, 108]);
  });

  it('count the bytes of every chapter including pending changes, and record who has Pro', async () => {
    await writeOld();
    await createCollections(connection, ['entitlements']);
    await rows('entitlements').insertMany([
      { _id: 'u', plan: 'pro_monthly', exportUntil: null },
      { _id: 'free', plan: 'free', exportUntil: null },
    ]);
    const later = migrations.filter(({ id }) => id > '0002');
    await pendingChangesInHead.up(connection);
    const waiting = [
      {
        rev: 3,
        changeId: 'change-3',
        changes: JSON.stringify([1, [0, 'é']]),
        origins: [],
        at,
        kind: 'autosave',
        wordCount: 1,
        isComplete: false,
        bytes: 12,
      },
    ];
    await rows('chapters').updateOne({ _id: 'c1' }, { $set: { recent: waiting, rev: 3 } });
    const counters = async () =>
      (
        await rows('chapters')
          .find({}, { sort: { _id: 1 }, hint: { _id: 1 } })
          .toArray()
      ).map(({ storedBytes, deletedBytes, fieldBytes }) => [storedBytes, deletedBytes, fieldBytes]);
    for (const { up } of later) await up(connection);
    // The title, the text, two history rows and the snapshot; c1 also has a pending change and its second character.
    const flushed = 1 + 1 + 2 * (9 + 256) + 5;
    const exact = [
      [flushed + 2 + 12 + 256, 0, 1],
      [flushed, 0, 1],
    ];
    expect(await counters()).toEqual(exact);
    // The result of the first, wrong count.
    await rows('chapters').updateOne({ _id: 'c1' }, { $set: { storedBytes: flushed } });
    for (const { up } of later) await up(connection);
    expect(await counters()).toEqual(exact);
    expect(
      await rows('quotas')
        .find({}, { hint: { _id: 1 } })
        .toArray(),
    ).toEqual([{ _id: 'u', quota: quotas.books.pro, floor: 0 }]);
  });
});
