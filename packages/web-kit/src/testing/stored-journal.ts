import 'fake-indexeddb/auto';
import { JournalStore } from '../journal/journal-store.ts';

/** Stores the journal entry of a tab that died before it had saved. */
export async function storeUnsavedEntry(userId: string): Promise<JournalStore> {
  const store = new JournalStore();
  await (
    await store.open()
  ).put('entries', { key: `${userId}:chapter:1:tab`, userId, documentId: 'chapter:1', baseRev: 1, batches: [] });
  return store;
}
