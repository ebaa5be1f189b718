import { bookRemoved, chapterRemoved } from '@inkbear/contracts/events';
import type { Batch } from '@inkbear/service-kit/batches';
import type { TrashDeps } from '../books/trash-book.ts';
import type { TrashRow } from './trash.ts';

/** The batch that removes for good what has been in the trash for 30 days: history first, then the row that leads to it. May die anywhere and run again. */
export const purgeTrash = (deps: TrashDeps): Batch<TrashRow> => ({
  name: 'purge-trash',
  list: (limit) => deps.trash.listDue(deps.clock.now(), limit),
  idOf: ({ _id }) => _id,
  work: async (row) => {
    if (await deps.trash.startPurge(row._id)) await purge(deps, row);
  },
});

async function purge(
  { books, chapters, history, trash, writingDays, outbox }: TrashDeps,
  row: TrashRow,
): Promise<void> {
  const { bookId, itemId, userId } = row;
  const ids = row.kind === 'book' ? await chapters.listIdsOfBook(itemId) : [itemId];
  await history.erase(ids);
  await outbox.run(async ({ session, emit }) => {
    await chapters.erase(ids, session);
    if (row.kind === 'chapter') {
      await trash.remove(row._id, session);
      await emit(chapterRemoved, itemId, { chapterId: itemId, bookId, userId, stage: 'purged' });
      return;
    }
    await books.erase(itemId, session);
    await trash.removeAllOfBook(itemId, session);
    await writingDays.removeAllOfBook(itemId, session);
    await emit(bookRemoved, itemId, { bookId: itemId, userId, stage: 'purged' });
  });
  // What thinning moved out of a head while it went.
  await history.erase(ids);
}
