import type { Connection } from 'mongoose';
import { defaultPublishingHouse } from '@inkbear/contracts/stories/story';
import { limits } from '@inkbear/contracts/plans';
import { firstChange, newChange, toChangeRow } from '@inkbear/manuscript-store/change';
import { createHistory } from '@inkbear/manuscript-store/migrations/create-history';
import { diffToChanges, normaliseNewlines } from '@inkbear/prose/changes';
import type { Migration } from '@inkbear/service-kit/migrations';

const collections = { heads: 'stories', changes: 'story_changes', snapshots: 'story_snapshots' } as const;
/** Matches rows in the old format: every new row has this field. */
const oldFormat = { recent: { $exists: false } };
const byId = { _id: 1 } as const;
const oldIndex = 'userId_1_deletedAt_1_updatedAt_-1';
const trashMs = limits.trashDays * 86_400_000;

interface OldRow {
  _id: string;
  content?: string;
  wordCount?: number;
  isComplete?: boolean;
  createdAt: Date;
}

/** Gives stories a history: the current text becomes the first revision. Every step is idempotent. */
export const addHistory: Migration = {
  id: '0002-texts-with-a-history',
  up: async (connection) => {
    await createHistory(connection, collections);
    const stories = connection.collection<OldRow>(collections.heads);
    for await (const row of stories.find(oldFormat, { hint: byId })) await migrateStory(connection, row);
    await stories.createIndex({ userId: 1, state: 1, updatedAt: -1 });
    // Partial indexes of the stories that are due for a job. A query must repeat the lower bound.
    await stories.createIndex({ purgeAt: 1 }, { partialFilterExpression: { purgeAt: { $gt: new Date(0) } } });
    await stories.createIndex({ tellAt: 1 }, { partialFilterExpression: { tellAt: { $gt: new Date(0) } } });
    if ((await stories.indexes()).some(({ name }) => name === oldIndex)) await stories.dropIndex(oldIndex);
  },
};

/** Writes the history before the row. If it is interrupted, the row is still in the old format and is migrated again. */
async function migrateStory(
  connection: Connection,
  { _id, content = '', wordCount = 0, isComplete = false, createdAt }: OldRow,
): Promise<void> {
  const text = normaliseNewlines(content).toWellFormed();
  const first = newChange({
    ...firstChange(createdAt),
    changes: diffToChanges('', text).toJSON(),
    wordCount,
    isComplete,
  });
  const row = toChangeRow(_id, first);
  await connection.collection<typeof row>(collections.changes).replaceOne({ _id: row._id }, row, { upsert: true });
  const newFields = {
    content: text,
    recent: [],
    rev: 1,
    version: 1,
    thinAt: null,
    tellAt: null,
    formData: {},
    authorName: '',
    publishingHouse: defaultPublishingHouse,
    dedication: '',
    synopsis: '',
    introduction: '',
    aiGeneratedCount: 0,
    aiEditCount: 0,
    polishCount: 0,
    aiSeq: 0,
    exported: false,
  };
  const trash = {
    state: { $cond: [{ $ifNull: ['$deletedAt', false] }, 'trashed', 'live'] },
    purgeAt: {
      $ifNull: ['$purgeAt', { $cond: [{ $ifNull: ['$deletedAt', false] }, { $add: ['$deletedAt', trashMs] }, null] }],
    },
  };
  await connection
    .collection<OldRow>(collections.heads)
    .updateOne({ _id, ...oldFormat }, [{ $set: { ...withLiterals(newFields), ...trash } }]);
}

/** In an update pipeline a text that begins with a dollar sign would be read as a field name. */
const withLiterals = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { $literal: value as unknown }]));
