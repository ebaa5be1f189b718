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

/** The number of this user's entries and unload copies without an entry. Rejects if the database is unreadable. */
export async function countEntries(store: JournalStore, userId: string): Promise<number> {
  const { entries, isComplete } = await store.entriesOf(userId);
  if (!isComplete) throw new Error('The database of the journal could not be read.');
  return entries.length;
}
