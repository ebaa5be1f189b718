import type { ReadingScope } from '@inkbear/contracts/bible/internal';
import type { BibleRepository } from '../bible/bible.repository.ts';
import type { BookRepository } from '../books/book.repository.ts';
import { defaultProviderReading } from '../books/provider-reading.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { ExtractionRepository } from './extraction.repository.ts';

interface ReadingScopeDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly bible: BibleRepository;
  readonly extractions: ExtractionRepository;
}

/** What a provider needs to know of a book to read its chapters. Throws 404 unless the book belongs to the user. */
export async function loadProviderScope(
  { books, chapters, bible, extractions }: ReadingScopeDeps,
  bookId: string,
  userId: string,
): Promise<ReadingScope> {
  const { aiSuspended, language, providerReading = defaultProviderReading } = await books.getLive(bookId, userId);
  const rows = await extractions.listOfBook(bookId);
  const providerRevs = new Map(rows.map(({ _id, providerRev = 0 }) => [_id, providerRev]));
  const live = await chapters.listLive(bookId);
  const entries = await bible.listNames(bookId);
  return {
    providerReading,
    aiSuspended,
    language,
    chapters: live.map(({ _id, rev, wordCount }) => ({
      id: _id,
      rev,
      providerRev: providerRevs.get(_id) ?? 0,
      wordCount,
    })),
    entries: entries
      .filter(({ inPrompt }) => inPrompt !== 'never')
      .map(({ kind, name, aliases }) => ({ kind, name, aliases })),
  };
}
