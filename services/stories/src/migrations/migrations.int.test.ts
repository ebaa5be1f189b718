import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { quotas } from '@inkbear/contracts/plans';
import { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import { createLogger } from '@inkbear/service-kit/logger';
import { createCollections } from '@inkbear/service-kit/migrations';
import { connectMongo, type Connection, inTransaction } from '@inkbear/service-kit/mongo';
import { testServers } from '@inkbear/service-kit/testing/test-servers';
import { StoryRepository } from '../stories/story.repository.ts';
import { storyKind } from '../stories/story.ts';
import { stories as firstRelease } from './0001-stories.ts';
import { addHistory } from './0002-texts-with-a-history.ts';
import { migrations } from './index.ts';

describe('story migrations', () => {
  let connection: Connection;
  beforeEach(async () => {
    connection = await connectMongo({
      uri: testServers().MONGODB_URI,
      database: `test_stories_migrations_${randomBytes(5).toString('hex')}`,
      logger: createLogger('stories', 'silent'),
    });
    await firstRelease.up(connection);
  });
  afterEach(async () => {
    await connection.dropDatabase();
    await connection.close();
  });
  const at = new Date('2026-01-01T00:00:00Z');
  const old = (_id: string, more: Record<string, unknown>) => ({
    _id,
    userId: 'u',
    title: _id,
    storyType: 'life-milestone',
    content: '',
    wordCount: 0,
    targetWordCount: 1500,
    isComplete: false,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    ...more,
  });

  it('make the text the first revision, and keep trashed stories in the trash', async () => {
    const rows = connection.collection<{ _id: string }>('stories');
    await rows.insertMany([
      old('live', { content: '$title\r\nTwo.', wordCount: 2 }),
      old('empty', {}),
      old('trashed', { deletedAt: at, purgeAt: new Date('2026-01-31T00:00:00Z') }),
      old('trashed before that', { deletedAt: at }),
    ]);
    await addHistory.up(connection);
    const migrated = await rows.find({}, { hint: { _id: 1 } }).toArray();
    await addHistory.up(connection);
    expect(await rows.find({}, { hint: { _id: 1 } }).toArray()).toEqual(migrated);

    const stories = new StoryRepository(connection, createLogger('stories', 'silent'));
    const history = new HistoryRepository(connection, storyKind.collections);
    const live = await stories.getLive('live', 'u');
    expect(live).toMatchObject({
      content: '$title\nTwo.',
      rev: 1,
      version: 1,
      wordCount: 2,
      formData: {},
      publishingHouse: 'Inkbear Publishing Hub',
      state: 'live',
      purgeAt: null,
      aiSeq: 0,
    });
    expect(await history.readRevision('live', 1, [])).toMatchObject({
      content: '$title\nTwo.',
      kind: 'created',
      wordCount: 2,
    });
    expect((await history.readRevision('empty', 1, []))?.content).toBe('');
    expect(
      (await stories.listTrashed('u', at))
        .map(({ _id, purgeAt }) => `${_id}: ${purgeAt?.toISOString() ?? ''}`)
        .toSorted(),
    ).toEqual(['trashed before that: 2026-01-31T00:00:00.000Z', 'trashed: 2026-01-31T00:00:00.000Z']);
  });

  it('rename the times of jobs, and pick up what the previous release writes under the old names afterwards', async () => {
    const rows = connection.collection<{ _id: string; [field: string]: unknown }>('stories');
    await rows.insertMany([old('saved', { content: 'x' }), old('unchanged', { content: 'x' })]);
    await addHistory.up(connection);
    await rows.updateOne({ _id: 'saved' }, { $set: { tellAt: at, thinAt: at } });
    for (const { up } of migrations.slice(2)) await up(connection);
    const stored = async () =>
      (await rows.find({}).hint({ _id: 1 }).sort({ _id: 1 }).toArray()).map(
        ({ thinAt, compactAt, tellAt, publishAt }) => [thinAt, compactAt, tellAt, publishAt],
      );
    expect(await stored()).toEqual([
      [at, at, at, at],
      [null, null, null, null],
    ]);
    const stories = new StoryRepository(connection, createLogger('stories', 'silent'));
    const later = new Date(at.getTime() + 1000);
    // A save of the previous release, and its publication.
    await rows.updateOne(
      { _id: 'unchanged' },
      { $set: { tellAt: later, thinAt: later }, $inc: { version: 1 as never } },
    );
    await rows.updateOne({ _id: 'saved' }, { $set: { tellAt: null }, $inc: { version: 1 as never } });
    const due = await stories.listPublishDue(later, 10);
    expect(due.map(({ _id }) => _id)).toEqual(['unchanged']);
    expect(await stories.getLive('unchanged', 'u')).toMatchObject({ publishAt: later, compactAt: later });
    const [story] = due;
    if (!story) throw new Error('No story is due.');
    await inTransaction(connection, (session) => stories.markPublished(story, session));
    expect(await stored()).toEqual([
      [at, at, null, at],
      [later, null, null, null],
    ]);
  });

  it('count bytes including pending changes, correct an earlier count, and record who has Pro', async () => {
    const rows = connection.collection<{ _id: string; [field: string]: unknown }>('stories');
    await rows.insertOne(old('pending', { content: 'x' }));
    await createCollections(connection, ['entitlements']);
    await connection.collection<{ _id: string }>('entitlements').insertMany([
      { _id: 'u', plan: 'pro_oneoff', exportUntil: null },
      { _id: 'free', plan: 'free', exportUntil: null },
    ] as never);
    await addHistory.up(connection);
    const pending = [
      {
        rev: 2,
        changeId: 'change-2',
        changes: JSON.stringify([1, [0, 'é']]),
        origins: [],
        at,
        kind: 'autosave',
        wordCount: 1,
        isComplete: false,
        bytes: 12,
      },
    ];
    await rows.updateOne({ _id: 'pending' }, { $set: { recent: pending, rev: 2 } });
    const later = migrations.filter(({ id }) => id > '0003');
    for (const { up } of later) await up(connection);
    const { storedBytes, fieldBytes } = (await rows.findOne({ _id: 'pending' })) as unknown as Record<
      'storedBytes' | 'fieldBytes',
      number
    >;
    // The text (both characters), the history row of the first change, and the pending change.
    expect(storedBytes).toBe(fieldBytes + 3 + Buffer.byteLength('[[0,"x"]]') + 256 + 12 + 256);
    await rows.updateOne({ _id: 'pending' }, { $set: { storedBytes: fieldBytes + 1 } });
    for (const { up } of later) await up(connection);
    expect(await rows.findOne({ _id: 'pending' })).toMatchObject({ storedBytes, deletedBytes: 0 });
    expect(
      await connection
        .collection('quotas')
        .find({}, { hint: { _id: 1 } })
        .toArray(),
    ).toEqual([{ _id: 'u', quota: quotas.stories.pro, floor: 0 }]);
  });
});
