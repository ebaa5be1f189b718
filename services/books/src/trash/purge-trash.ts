import { bookRemoved, chapterRemoved } from '@inkbear/contracts/events';
import type { Batch } from '@inkbear/service-kit/batches';
import type { TrashDeps } from '../books/trash-book.ts';
import type { TrashRow } from './trash.ts';

/**
 * The batch that deletes books and chapters permanently after 30 days in the trash: history first, because its rows are
 * only found through their chapter. The next run continues one that was interrupted.
 */
export const purgeTrash = (deps: TrashDeps): Batch<TrashRow> => ({
  name: 'purge-trash',
  list: (limit) => deps.trash.listDue(deps.clock.now(), limit),
  idOf: ({ _id }) => _id,
  work: async (row) => {
    if (await deps.trash.startPurge(row._id)) await purge(deps, row);
  },
});

async function purge(
  {
    books,
    chapters,
    history,
    trash,
    writingDays,
    designs,
    styleSheets,
    matters,
    findings,
    bible,
    extractions,
    provenance,
    provenanceAnswers,
    structureOperations,
    outbox,
  }: TrashDeps,
  row: TrashRow,
): Promise<void> {
  const { bookId, itemId, userId } = row;
  const ids = row.kind === 'book' ? await chapters.listIdsOfBook(itemId) : [itemId];
  await history.erase(ids);
  await outbox.run(async ({ session, emit }) => {
    await chapters.erase(ids, session);
    await extractions.delete(ids, session);
    if (row.kind === 'chapter') {
      await provenance.deleteChapter({ chapterId: itemId, bookId }, session);
      await trash.delete(row._id, session);
      await emit(chapterRemoved, itemId, { chapterId: itemId, bookId, userId, stage: 'purged' });
      return;
    }
    await books.erase(itemId, session);
    await trash.deleteByBook(itemId, session);
    await writingDays.deleteByBook(itemId, session);
    await designs.deleteByBook(itemId, session);
    await styleSheets.deleteByBook(itemId, session);
    await matters.deleteByBook(itemId, session);
    await findings.deleteByBook(itemId, session);
    await bible.deleteByBook(itemId, session);
    await provenance.deleteByBook(itemId, session);
    await provenanceAnswers.deleteByBook(itemId, session);
    await structureOperations.deleteByBook(itemId, session);
    await emit(bookRemoved, itemId, { bookId: itemId, userId, stage: 'purged' });
  });
  // A concurrent compaction may have flushed pending changes into the history meanwhile.
  await history.erase(ids);
}
