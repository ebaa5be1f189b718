import type { Batch } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import { type BookProvenanceRow, rememberedAt } from './provenance.ts';
import type { ProvenanceRepository } from './provenance.repository.ts';

interface ForgetDeps {
  readonly provenance: ProvenanceRepository;
  readonly clock: Clock;
}

/** The batch that forgets texts which were removed from books 30 days ago. A book that is being updated is left to it. */
export const forgetRemovedTexts = ({ provenance, clock }: ForgetDeps): Batch<BookProvenanceRow> => ({
  name: 'forget-removed-texts',
  list: (limit) => provenance.listForgetDue(clock.now(), limit),
  idOf: ({ _id }) => _id,
  work: async (row) => {
    await provenance.save([], { ...row, ...rememberedAt(row.removed, clock.now()) });
  },
});
