import type { DesignSettings } from '@inkbear/contracts/books/design';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { BookRepository } from '../books/book.repository.ts';
import type { DesignRepository } from './design.repository.ts';
import { decideDesign, type DesignRow, requireValidDesign } from './design.ts';

export interface SaveDesignDeps {
  readonly books: BookRepository;
  readonly designs: DesignRepository;
  readonly quota: ByteQuota;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

interface SaveRequest {
  readonly bookId: string;
  readonly userId: string;
  readonly baseRev: number;
  readonly settings: DesignSettings;
}

/**
 * Replaces the design of a book, also of a read-only one. Decided twice: before the quota is reserved, and again in the
 * transaction, which conflicts with concurrent ones on the book's row.
 */
export async function saveDesign(
  { books, designs, quota, outbox, clock }: SaveDesignDeps,
  request: SaveRequest,
): Promise<DesignRow> {
  const { bookId, userId, settings } = request;
  await books.getLive(bookId, userId);
  requireValidDesign(settings);
  const save = { ...request, at: clock.now() };
  const planned = decideDesign(await designs.find(bookId), save);
  if (planned.state === 'unchanged') return planned.design;
  return await quota.reserve({ userId, operation: 'edit', bytes: planned.growth }, () =>
    outbox.run(async ({ session }) => {
      const decision = decideDesign(await designs.find(bookId, session), save);
      if (decision.state === 'unchanged') return decision.design;
      const { design, growth: bytes } = decision;
      await books.countBytes('pressBytes', { id: bookId, userId }, { bytes, updatedAt: save.at }, session);
      await designs.save(design, session);
      return design;
    }),
  );
}
