import { attributes } from '@inkbear/contracts/bible/attributes';
import type { FactFields } from '@inkbear/contracts/bible/bible';
import type { StoryPoint } from '@inkbear/contracts/bible/entry';
import { ProblemError } from '@inkbear/service-kit/problem';
import { deleteRow, type EntryRow, type FactRow, insertRow, replaceRow, type RowChange, updateRow } from './bible.ts';
import { type BibleDeps, type BibleRef, writeBible } from './write-bible.ts';
import { requireUnlocked, statusAfterEdit } from './write-entry.ts';

export interface EntryChildTarget extends BibleRef {
  readonly entryId: string;
}

/** Adds a fact. With `replaces`, the older fact ends where this one begins. */
export const createFact = (
  deps: BibleDeps,
  { entryId, ...bibleRef }: EntryChildTarget,
  sent: FactFields,
): Promise<string> =>
  writeBible(deps, bibleRef, 'create', async () => {
    const fields = toFactFields(sent);
    const entry = await deps.bible.getEntry(bibleRef.bookId, entryId);
    const older = await requireFactFits(deps, bibleRef.bookId, entry, fields);
    const created = insertRow('facts', {
      _id: deps.newId(),
      ...bibleRef,
      entryId,
      ...fields,
      evidence: [],
      status: 'accepted',
      source: 'author',
    });
    return [created, ...endOlder(older, fields.since)];
  });

/** Replaces the author's fields of a fact; its evidence stays. A proposed fact becomes accepted. */
export const updateFact = (
  deps: BibleDeps,
  { entryId, factId, ...bibleRef }: EntryChildTarget & { factId: string },
  sent: FactFields,
): Promise<string> =>
  writeBible(deps, bibleRef, 'edit', async () => {
    const fields = toFactFields(sent);
    const entry = await deps.bible.getEntry(bibleRef.bookId, entryId);
    const fact = await getFact(deps, bibleRef.bookId, entryId, factId);
    const older = await requireFactFits(deps, bibleRef.bookId, entry, fields, factId);
    const { evidence, source } = fact;
    const kept = { _id: factId, ...bibleRef, entryId, evidence, source, status: statusAfterEdit(fact) };
    return [replaceRow('facts', fact, { ...kept, ...fields }), ...endOlder(older, fields.since)];
  });

/** Deletes a fact. Throws 409 when it is locked. */
export const deleteFact = (
  deps: BibleDeps,
  { entryId, factId, ...bibleRef }: EntryChildTarget & { factId: string },
): Promise<string> =>
  writeBible(deps, bibleRef, 'edit', async () => {
    const fact = await getFact(deps, bibleRef.bookId, entryId, factId);
    requireUnlocked(fact);
    return [deleteRow('facts', fact)];
  });

const toFactFields = (sent: FactFields): FactFields => ({ ...sent, value: sent.value.toWellFormed() });

async function getFact({ bible }: BibleDeps, bookId: string, entryId: string, factId: string): Promise<FactRow> {
  const [fact] = await bible.findRows('facts', bookId, [factId]);
  if (fact?.entryId !== entryId) throw new ProblemError('bible.not_found');
  return fact;
}

const endOlder = (older: FactRow | null, since: StoryPoint | null): RowChange[] =>
  older ? [updateRow('facts', older, { until: since })] : [];

/**
 * Throws unless the attribute fits the entry's kind and everything that the fact refers to exists. Returns the fact
 * that it replaces.
 */
async function requireFactFits(
  deps: BibleDeps,
  bookId: string,
  entry: EntryRow,
  { attribute, since, until, holderId, knownBy, replaces }: FactFields,
  factId: string | null = null,
): Promise<FactRow | null> {
  if (!attributes.find(({ key }) => key === attribute)?.kinds.includes(entry.kind))
    throw invalid('attribute', 'This attribute does not apply to entries of this kind.');
  await requireChapters(deps, bookId, [since, until]);
  const others = new Set([...(holderId === undefined ? [] : [holderId]), ...(knownBy ?? [])]);
  const found = await deps.bible.findRows('entries', bookId, [...others]);
  if (found.length < others.size) throw new ProblemError('bible.not_found');
  if (replaces === undefined) return null;
  if (since === null) throw invalid('since', 'Please choose the chapter from which the new fact applies.');
  const [older] = await deps.bible.findRows('facts', bookId, [replaces]);
  if (!older || older._id === factId || older.entryId !== entry._id || older.attribute !== attribute)
    throw new ProblemError('bible.not_found');
  return older;
}

/** Throws 404 unless the chapters of all points belong to the book. */
export async function requireChapters(
  { chapters }: BibleDeps,
  bookId: string,
  points: readonly (StoryPoint | null)[],
): Promise<void> {
  const wanted = new Set(points.flatMap((point) => (point ? [point.chapterId] : [])));
  if (wanted.size === 0) return;
  const chapterIds = new Set((await chapters.listLive(bookId)).map(({ _id }) => _id));
  if ([...wanted].some((id) => !chapterIds.has(id))) throw new ProblemError('books.chapter_not_found');
}

/** 400 with a message for the given field. */
export const invalid = (path: string, message: string): ProblemError =>
  new ProblemError('request.invalid', { message, errors: [{ path, message }] });
