import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { BookRepository } from '../books/book.repository.ts';
import type { BookSettingsRepository } from './book-settings.repository.ts';
import { type BookSettingsRow, type BookSettingsSave, decideBookSettings } from './book-settings.ts';

export interface SaveBookSettingsDeps {
  readonly books: BookRepository;
  readonly quota: ByteQuota;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/**
 * Replaces settings of a book, also of a read-only one. Decided twice: before the quota is reserved, and again in the
 * transaction, which conflicts with concurrent ones on the book's row.
 * @param kind.title what is saved, for messages
 */
export async function saveBookSettings<S extends object>(
  { books, quota, outbox, clock }: SaveBookSettingsDeps,
  { rows, title }: { readonly rows: BookSettingsRepository<S>; readonly title: string },
  save: BookSettingsSave<S>,
): Promise<BookSettingsRow<S>> {
  const { bookId, userId } = save;
  await books.getLive(bookId, userId);
  const at = clock.now();
  const planned = decideBookSettings(await rows.find(bookId), save, { title, at });
  if (planned.state === 'unchanged') return planned.row;
  return await quota.reserve({ userId, operation: 'edit', bytes: planned.growth }, () =>
    outbox.run(async ({ session }) => {
      const decision = decideBookSettings(await rows.find(bookId, session), save, { title, at });
      if (decision.state === 'unchanged') return decision.row;
      const { row, growth: bytes } = decision;
      await books.addBytes('pressBytes', { id: bookId, userId }, { bytes, updatedAt: at }, session);
      await rows.save(row, session);
      return row;
    }),
  );
}
