import type { Batch } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import { type BookProvenanceRow, notExpired } from './provenance.ts';
import type { ProvenanceRepository } from './provenance.repository.ts';

interface PurgeDeps {
  readonly provenance: ProvenanceRepository;
  readonly clock: Clock;
}

/**
 * The batch that deletes the texts that were removed from books more than 30 days ago. Skips a book that another
 * process is updating, because that update deletes them too.
 */
export const purgeRemovedTexts = ({ provenance, clock }: PurgeDeps): Batch<BookProvenanceRow> => ({
  // “Forget” is an earlier word for “purge”. The name stays, because it is the stable one in the log.
  name: 'forget-removed-texts',
  list: (limit) => provenance.listPurgeDue(clock.now(), limit),
  idOf: ({ _id }) => _id,
  work: async (row) => {
    await provenance.save([], { ...row, ...notExpired(row.removed, clock.now()) });
  },
});
