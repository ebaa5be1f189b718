import type { Batch } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import { type BookProvenanceRow, dropExpired } from './provenance.ts';
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
  // The batch name from before a rename of the function; the log still has it.
  name: 'forget-removed-texts',
  list: (limit) => provenance.listPurgeDue(clock.now(), limit),
  idOf: ({ _id }) => _id,
  work: async (row) => {
    await provenance.save([], { ...row, ...dropExpired(row.removed, clock.now()) });
  },
});
