import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

/** Schedules the extraction from all existing chapters, as if they had just been saved. */
export const readings: Migration = {
  id: '0011-readings',
  up: async (connection) => {
    await createCollections(connection, ['chapter_readings']);
    const rows = (name: string) => connection.collection(name);
    await rows('chapter_readings').createIndex(
      { dueAt: 1 },
      { partialFilterExpression: { dueAt: { $gt: new Date(0) } } },
    );
    await rows('chapter_readings').createIndex({ bookId: 1 });
    await rows('chapter_readings').createIndex({ userId: 1 });
    const now = new Date();
    const unread = { bookId: 1, userId: 1, savedRev: '$rev', readRev: { $literal: 0 }, changedAt: now, dueAt: now };
    await rows('chapters')
      .aggregate(
        [
          { $match: { state: 'live', rev: { $gt: 1 } } },
          { $project: unread },
          { $merge: { into: 'chapter_readings', whenMatched: 'keepExisting' } },
        ],
        { hint: { _id: 1 } },
      )
      .toArray();
    for (const table of ['bible_entries', 'bible_facts', 'bible_relations'])
      await rows(table).createIndex({ bookId: 1, status: 1, _id: 1 }, { name: 'proposals' });
    for (const table of ['bible_facts', 'bible_relations'])
      await rows(table).createIndex({ bookId: 1, 'evidence.chapterId': 1 }, { name: 'evidence' });
  },
};
