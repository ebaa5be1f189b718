import type { Batch } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { BookRepository } from '../books/book.repository.ts';
import type { BibleRepository } from './bible.repository.ts';
import type { DecisionRow } from './decision.ts';
import { undoDays } from './undo-decision.ts';

interface PurgeDeps {
  readonly books: BookRepository;
  readonly bible: BibleRepository;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

const dayMs = 86_400_000;

/** The batch that deletes what can no longer be undone, and gives its bytes back to the author's quota. */
export const purgeDecisions = ({ books, bible, outbox, clock }: PurgeDeps): Batch<DecisionRow> => ({
  // The log has this batch name, so it was not renamed with the function.
  name: 'purge-bible-decisions',
  list: (limit) => bible.listDecisionsBefore(new Date(clock.now().getTime() - undoDays * dayMs), limit),
  idOf: ({ _id }) => _id,
  work: ({ _id, bookId, storedBytes }) =>
    outbox.run(async ({ session }) => {
      if (await bible.deleteDecision(_id, session)) await books.releaseBibleBytes(bookId, storedBytes, session);
    }),
});
