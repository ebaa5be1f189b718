import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

const tables = ['bible_entries', 'bible_facts', 'bible_relations', 'bible_dismissals', 'bible_decisions'];

export const storyBible: Migration = {
  id: '0010-story-bible',
  up: async (connection) => {
    await createCollections(connection, [...tables, 'bible_decided_rows']);
    const rows = (name: string) => connection.collection(name);
    await rows('bible_entries').createIndex({ bookId: 1, nameKey: 1 }, { name: 'names', unique: true });
    await rows('bible_entries').createIndex({ bookId: 1, 'when.relativeTo.eventId': 1 });
    await rows('bible_facts').createIndex({ bookId: 1, entryId: 1 });
    await rows('bible_facts').createIndex({ bookId: 1, holderId: 1 });
    await rows('bible_facts').createIndex({ bookId: 1, knownBy: 1 });
    await rows('bible_relations').createIndex({ bookId: 1, fromId: 1 });
    await rows('bible_relations').createIndex({ bookId: 1, toId: 1 });
    await rows('bible_dismissals').createIndex({ bookId: 1 });
    await rows('bible_decisions').createIndex({ bookId: 1 });
    await rows('bible_decisions').createIndex({ at: 1 });
    await rows('bible_decided_rows').createIndex({ decisionId: 1 });
    await rows('bible_decided_rows').createIndex({ bookId: 1 });
    for (const name of [...tables, 'bible_decided_rows']) await rows(name).createIndex({ userId: 1 });
  },
};
