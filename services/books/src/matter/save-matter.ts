import type { MatterSection } from '@inkbear/contracts/books/matter';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { BookPolicy } from '../books/book.policy.ts';
import type { BookRepository } from '../books/book.repository.ts';
import type { MatterRepository } from './matter.repository.ts';
import { decideMatter, type MatterRow, toMatterContent } from './matter.ts';

export interface SaveMatterDeps {
  readonly books: BookRepository;
  readonly matters: MatterRepository;
  readonly policy: BookPolicy;
  readonly quota: ByteQuota;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

interface SaveRequest {
  readonly bookId: string;
  readonly userId: string;
  readonly baseRev: number;
  readonly pieces: readonly MatterSection[];
}

/**
 * Replaces the front and back matter of a book. Decided twice: before the quota is reserved, and again in the
 * transaction, which conflicts with concurrent ones on the book's row.
 */
export async function saveMatter(
  { books, matters, policy, quota, outbox, clock }: SaveMatterDeps,
  { bookId, userId, baseRev, pieces }: SaveRequest,
): Promise<MatterRow> {
  const book = await books.getLive(bookId, userId);
  await policy.requireEditable(book);
  const save = { bookId, userId, baseRev, content: toMatterContent(pieces), at: clock.now() };
  const planned = decideMatter(await matters.readHistory(bookId), save);
  if (planned.state === 'unchanged') return planned.matter;
  return await quota.reserve({ userId, operation: 'edit', bytes: planned.growth }, () =>
    outbox.run(async ({ session }) => {
      const decision = decideMatter(await matters.readHistory(bookId, session), save);
      if (decision.state === 'unchanged') return decision.matter;
      const { matter, growth: bytes, oldestRev } = decision;
      await books.addBytes('pressBytes', { id: bookId, userId }, { bytes, updatedAt: save.at }, session);
      await matters.save(matter, oldestRev, session);
      return matter;
    }),
  );
}
