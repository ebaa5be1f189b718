import { editionLimits } from '@inkbear/contracts/export/edition';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { EditionRow } from './edition.ts';
import { type RemoveDeps, removeBeyondLimit } from './remove-editions.ts';

/** Names or pins an edition. Throws 409 when too many of its book are pinned. */
export async function updateEdition(
  deps: RemoveDeps,
  { id, userId }: { id: string; userId: string },
  details: { name: string; pinned: boolean },
): Promise<EditionRow> {
  const { editions, outbox } = deps;
  return await outbox.run(async (transaction) => {
    const { session, lock } = transaction;
    const { bookId } = await editions.get(id, userId, session);
    await lock(`editions:${bookId}`);
    const edition = await editions.setDetails(id, userId, details, session);
    if (details.pinned) {
      const pinned = await editions.listByPin({ bookId, userId, pinned: true }, session);
      if (pinned.length > editionLimits.pinnedPerBook) throw new ProblemError('export.pinned_limit');
    } else await removeBeyondLimit(deps, { bookId, userId }, transaction);
    return edition;
  });
}
