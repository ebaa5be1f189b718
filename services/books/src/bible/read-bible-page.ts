import { type BiblePage, entriesPage } from '@inkbear/contracts/bible/internal';
import { readPage } from '@inkbear/service-kit/fit-page';
import type { BookRepository } from '../books/book.repository.ts';
import { presentKnownEntry } from './bible.presenter.ts';
import type { BibleRepository } from './bible.repository.ts';

interface PageDeps {
  readonly books: BookRepository;
  readonly bible: BibleRepository;
}

interface PageRequest {
  readonly id: string;
  readonly userId: string;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
}

/** Entries of a story bible by name, with their facts and the relations that begin at them. Throws 404. */
export async function readBiblePage(
  { books, bible }: PageDeps,
  { id, userId, after }: PageRequest,
): Promise<BiblePage> {
  await books.getLive(id, userId);
  const rows = bible.streamEntries(id, { cursor: after });
  const { page, hasMore } = await readPage(rows, ({ storedBytes }) => storedBytes, entriesPage);
  const ids = page.map(({ _id }) => _id);
  const [facts, relations] = [await bible.listFactsOf(id, ids), await bible.listRelationsOf(id, ids)];
  return {
    entries: page.map((entry) =>
      presentKnownEntry({
        entry,
        facts: facts.filter(({ entryId }) => entryId === entry._id),
        relations: relations.filter(({ fromId }) => fromId === entry._id),
      }),
    ),
    next: hasMore ? (page.at(-1)?.nameKey ?? null) : null,
  };
}
