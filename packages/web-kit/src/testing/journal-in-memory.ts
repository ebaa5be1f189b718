import 'fake-indexeddb/auto';
import { JournalStore } from '../saving/journal-store.ts';

/** As a tab leaves it that died before it had saved. */
export async function leaveUnsaved(userId: string): Promise<JournalStore> {
  const store = new JournalStore();
  await (
    await store.open()
  ).put('entries', { key: `${userId}:chapter:1:tab`, userId, documentId: 'chapter:1', baseRev: 1, batches: [] });
  return store;
}
