import { type BiblePage, entriesPage } from '@inkbear/contracts/bible/internal';
import { readPage } from '@inkbear/service-kit/fit-page';
import type { BookRepository } from '../books/book.repository.ts';
import { presentEntryDetails } from './bible.presenter.ts';
import type { BibleRepository } from './bible.repository.ts';
import type { EntryDetails } from './read-entry.ts';

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
  const { page, hasMore } = await readPage(streamEntryDetails(bible, id, after), bytesOf, entriesPage);
  return {
    entries: page.map(presentEntryDetails),
    next: hasMore ? (page.at(-1)?.entry.nameKey ?? null) : null,
    decided: await bible.countConfirmedEntries(id),
  };
}

async function* streamEntryDetails(
  bible: BibleRepository,
  bookId: string,
  after?: string,
): AsyncGenerator<EntryDetails> {
  for await (const entry of bible.streamEntries(bookId, { cursor: after })) {
    const facts = await bible.listFactsOf(bookId, [entry._id]);
    const relations = await bible.listRelationsOf(bookId, [entry._id]);
    yield { entry, facts, relations: relations.filter(({ fromId }) => fromId === entry._id) };
  }
}

const bytesOf = ({ entry, facts, relations }: EntryDetails): number =>
  [entry, ...facts, ...relations].reduce((sum, { storedBytes }) => sum + storedBytes, 0);
