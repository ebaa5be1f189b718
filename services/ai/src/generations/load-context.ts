import type { ContextChoice } from '@inkbear/contracts/ai/context';
import type { Book } from '@inkbear/contracts/books/book';
import { findScopeForOwner, readChapterContext } from '@inkbear/contracts/books/internal';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ContextChoiceRepository } from '../context-choices/context-choice.repository.ts';
import type { ProviderSummaryRepository } from '../summaries/provider-summary.repository.ts';
import type { SummaryRepository } from '../summaries/summary.repository.ts';
import { applyContextChoice, combineChoices } from './apply-context-choice.ts';
import type { BookContext, ProviderSummary } from './task.ts';

export interface ContextDeps {
  readonly peers: Peers;
  readonly contextChoices: ContextChoiceRepository;
  readonly summaries: SummaryRepository;
  readonly providerSummaries: ProviderSummaryRepository;
}

/** What may be sent about a chapter, and the author's choice, which is not applied yet. */
interface ChapterContext {
  readonly wholeContext: BookContext;
  readonly choice: ContextChoice;
}

/**
 * Reads the context of a chapter and applies the author's choice: the stored one, combined with that of the request.
 * Another user's chapter gives the same 404 as a missing one.
 */
export async function loadChapterContext(
  deps: ContextDeps,
  chapter: { readonly userId: string; readonly chapterId: string },
  requested: ContextChoice | undefined,
): Promise<BookContext> {
  const { wholeContext, choice } = await readWholeContext(deps, chapter, requested);
  return applyContextChoice(wholeContext, choice);
}

/** Like `loadChapterContext`, with the text of a chapter that is given by its number. */
export async function loadNumberedChapter(
  deps: ContextDeps,
  chapter: { readonly userId: string; readonly bookId: string; readonly chapterNumber: number },
  requested: ContextChoice | undefined,
): Promise<{ context: BookContext; content: string }> {
  const { wholeContext, choice, content } = await readContext(deps, chapter, requested);
  return { context: applyContextChoice(wholeContext, choice), content };
}

/** Like `loadChapterContext`, for a page that also shows what the author excludes. */
export async function readWholeContext(
  deps: ContextDeps,
  { userId, chapterId }: { readonly userId: string; readonly chapterId: string },
  requested: ContextChoice | undefined,
): Promise<ChapterContext> {
  const { bookId } = await deps.peers.call(findScopeForOwner, { query: { userId, chapterId } });
  if (bookId === null) throw new ProblemError('books.chapter_not_found');
  return await readContext(deps, { userId, bookId, chapterId }, requested);
}

const noSummaries: ReadonlyMap<string, ProviderSummary> = new Map();

type ChapterLookup = { userId: string; bookId: string; chapterId?: string; chapterNumber?: number };

async function readContext(
  { peers, contextChoices, summaries, providerSummaries }: ContextDeps,
  { userId, bookId, chapterId, chapterNumber }: ChapterLookup,
  requested: ContextChoice | undefined,
): Promise<ChapterContext & { readonly content: string }> {
  const { book, chapter, before, style, entries, providerReading } = await peers.call(readChapterContext, {
    params: { id: bookId },
    query: { userId, chapterId, chapterNumber },
  });
  requireNotSuspended(book);
  const [own, written, choiceRow] = await Promise.all([
    summaries.findTexts(bookId),
    providerReading === 'off' ? noSummaries : providerSummaries.findOfBook(bookId),
    contextChoices.find(bookId),
  ]);
  const wholeContext = {
    book,
    chapter,
    earlierChapters: before.map((earlier) => ({
      ...earlier,
      ownSummaries: own.get(earlier.id),
      providerSummary: written.get(earlier.id),
    })),
    fullTextChapterIds: new Set<string>(),
    style,
    entries,
    pinnedEntries: new Set<string>(),
    arePassagesExcluded: false,
    isPlanExcluded: false,
  };
  const choice = combineChoices(choiceRow?.choice ?? { exclude: [], pin: [] }, requested);
  return { wholeContext, choice, content: chapter.content };
}

/**
 * Throws 404 unless the book belongs to the user, and 403 when AI is suspended for it. Called before the book's
 * counters are raised.
 */
export async function requireOwnBook(peers: Peers, userId: string, bookId: string): Promise<void> {
  requireNotSuspended(await peers.call(findScopeForOwner, { query: { userId, bookId } }));
}

function requireNotSuspended({ aiSuspended }: Pick<Book, 'aiSuspended'>): void {
  if (aiSuspended) throw new ProblemError('ai.suspended');
}
