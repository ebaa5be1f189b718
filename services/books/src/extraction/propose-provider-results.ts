import type { ChapterReading, ReadingCounts } from '@inkbear/contracts/bible/internal';
import { retryOnConflict } from '@inkbear/manuscript-store/commit-save';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ClientSession } from 'mongoose';
import { nameKeyOf, type RowChange } from '../bible/bible.ts';
import { ConcurrentChangeError } from '../bible/write-bible.ts';
import type { BookPolicy } from '../books/book.policy.ts';
import { requireReadable } from '../books/provider-reading.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { ExtractionRepository } from './extraction.repository.ts';
import { planReading } from './plan-bible-changes.ts';
import { type BibleRows, type FoundRows, proposeRows } from './propose-rows.ts';
import { loadDismissals, loadKnown } from './update-bible.ts';
import { writeExtractedRows, type WriteExtractionDeps } from './write-extraction.ts';

export interface ReadingDeps extends WriteExtractionDeps {
  readonly chapters: ChapterRepository;
  readonly extractions: ExtractionRepository;
  readonly policy: BookPolicy;
  readonly newId: NewId;
  readonly clock: Clock;
}

/**
 * Proposes what a provider found in a chapter, and marks the chapter as read. Drops names and facts that are not where
 * the provider says. Throws 412 when the chapter was changed since, because then no position is right any more.
 */
export async function proposeProviderResults(
  deps: ReadingDeps,
  bookId: string,
  reading: ChapterReading,
): Promise<ReadingCounts> {
  const { userId, chapterId, rev } = reading;
  const book = await deps.books.getLive(bookId, userId);
  requireReadable(book);
  await deps.policy.requireEditable(book);
  return await retryOnConflict(async () => {
    const text = await readExtractedText(deps, { bookId, userId, chapterId, rev });
    return await writeReading(deps, { bookId, userId, chapterId, rev }, dropUnsupportedResults(reading, text));
  });
}

/**
 * The text of this revision. Throws 412 when the chapter was saved since, and 409 until rules have extracted from it: they
 * move evidence from the text that they have extracted from last.
 */
async function readExtractedText(
  { chapters, extractions, clock }: ReadingDeps,
  { bookId, userId, chapterId, rev }: ChapterRevisionRef,
): Promise<string> {
  const chapter = await chapters.getLive(chapterId, userId);
  if (chapter.bookId !== bookId) throw new ProblemError('books.chapter_not_found');
  if (chapter.rev !== rev) throw new ProblemError('books.stale_revision', { rev: chapter.rev });
  if ((await extractions.find(chapterId))?.readRev === rev) return chapter.content;
  await extractions.makeDue(chapter, clock.now());
  throw new ProblemError('bible.extraction_pending');
}

function dropUnsupportedResults({ names, facts }: ChapterReading, text: string): FoundRows {
  const taken = new Set<string>();
  const found = names.filter(({ name, aliases, at }) => {
    const forms = [name, ...aliases];
    // A name that is another form of an earlier one is the same entry.
    const isNew = !taken.has(nameKeyOf(name)) && forms.some((form) => form !== '' && text.startsWith(form, at));
    if (isNew) for (const form of forms) taken.add(nameKeyOf(form));
    return isNew;
  });
  return {
    names: found.map(({ name, aliases, kind }) => ({ name, aliases, kind, chapters: [0] })),
    facts: facts
      .filter(({ quote, from, to }) => quote !== '' && text.slice(from, to) === quote)
      .map((fact) => ({ ...fact, value: fact.value.toWellFormed(), chapter: 0 })),
  };
}

interface ChapterRevisionRef {
  readonly bookId: string;
  readonly userId: string;
  readonly chapterId: string;
  readonly rev: number;
}

/** Null when the story bible was changed in the meantime. */
async function writeReading(
  deps: ReadingDeps,
  { bookId, userId, chapterId, rev }: ChapterRevisionRef,
  found: FoundRows,
): Promise<ReadingCounts | null> {
  const { bible, extractions, newId } = deps;
  const entries = await bible.listEntries(bookId);
  const mentioned = [[...entries.keys()]];
  const known = await loadKnown(
    bible,
    bookId,
    { entries, facts: [], relations: [] },
    { mentioned, facts: found.facts },
  );
  const suggestions = proposeRows(known, [{ id: chapterId, rev }], found, {
    bookId,
    userId,
    newId,
    source: 'provider',
  });
  const changes = planReading(known, suggestions, await loadDismissals(bible, bookId, { entries, suggestions }));
  const write = (rows: readonly RowChange[]) =>
    writeExtractedRows(deps, { bookId, userId }, rows, async ({ session }) => {
      await requireUnchanged(deps, { bookId, chapterId, rev, known, rows }, session);
      await extractions.markReadByProvider(chapterId, rev, session);
    });
  try {
    return (await write(changes)) ? { ...countNewRows(changes), isStorageUsed: false } : null;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'books.quota_used') throw error;
    return (await write([])) ? { ...countNewRows([]), isStorageUsed: true } : null;
  }
}

interface PlannedReading extends Pick<ChapterRevisionRef, 'bookId' | 'chapterId' | 'rev'> {
  readonly known: BibleRows;
  /** Which were written in this transaction. */
  readonly rows: readonly RowChange[];
}

/** Throws when an extraction, or another reading, has written to the same entries since the plan was made. */
async function requireUnchanged(
  { bible, extractions }: ReadingDeps,
  { bookId, chapterId, rev, known, rows }: PlannedReading,
  session: ClientSession,
): Promise<void> {
  const added = rows.flatMap(({ before, after }) => (before === null && after !== null ? [after] : []));
  const ids = new Set([...known.facts, ...known.relations, ...added].map(({ _id }) => _id));
  const entryIds = [
    ...new Set(added.flatMap((row) => ('entryId' in row ? row.entryId : 'fromId' in row ? row.fromId : []))),
  ];
  const now = [
    ...(await bible.listFactsOf(bookId, entryIds, session)),
    ...(await bible.listRelationsOf(bookId, entryIds, session)),
  ];
  const extraction = await extractions.find(chapterId, session);
  if (extraction?.readRev !== rev || now.some(({ _id }) => !ids.has(_id))) throw new ConcurrentChangeError();
}

function countNewRows(changes: readonly RowChange[]): Omit<ReadingCounts, 'isStorageUsed'> {
  const added = changes.filter(({ before }) => before === null);
  const count = (table: RowChange['table']): number => added.filter((change) => change.table === table).length;
  return { entries: count('entries'), facts: count('facts'), relations: count('relations') };
}
