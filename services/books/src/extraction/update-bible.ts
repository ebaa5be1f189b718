import type { Evidence } from '@inkbear/contracts/bible/entry';
import { chapterContentChanged } from '@inkbear/contracts/events';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Transaction } from '@inkbear/service-kit/outbox';
import type { KnownName } from '@inkbear/story-analysis/extract/extract-names';
import { type EntryRow, type FactRow, nameKeyOf, type RelationRow, uniqueRows } from '../bible/bible.ts';
import type { BibleRepository } from '../bible/bible.repository.ts';
import type { BibleRef } from '../bible/write-bible.ts';
import { planBibleChanges, dismissalsOf, evidenceKey } from './plan-bible-changes.ts';
import { type BibleRows, proposeRows, type ExtractedChapter, type Suggestions } from './propose-rows.ts';
import type { ChapterExtraction } from './extract-from-chapters.ts';
import type { ExtractionRow } from './extraction.ts';
import type { ExtractionRepository } from './extraction.repository.ts';
import type { StoryExtractor } from './story-extractor.ts';
import { writeExtraction, type WriteExtractionDeps } from './write-extraction.ts';

export interface UpdateDeps extends WriteExtractionDeps {
  readonly extractions: ExtractionRepository;
  readonly storyExtractor: StoryExtractor;
  readonly newId: NewId;
}

/** A chapter whose text is extracted now. */
export interface LoadedChapter {
  /** Its `readRev` is the revision of `text`. */
  readonly row: ExtractionRow;
  readonly text: string;
  /** The text of the last extraction; null when it is not known. */
  readonly before: string | null;
  /** The revision of the last extraction; 0 before the first one. */
  readonly beforeRev: number;
}

/** The book of an extraction. */
interface ExtractedBook extends BibleRef {
  readonly language: string;
  /** Whether AI reads changed chapters automatically. */
  readonly isReadAutomatically: boolean;
}

/** Evidence in a chapter, by its row and its index in the row's list. */
interface ChapterEvidence {
  readonly key: string;
  readonly evidence: Evidence;
}

/**
 * Extracts entries and facts from chapters of a book and updates its story bible. Returns false when that was changed
 * in the meantime.
 */
export async function updateBible(
  deps: UpdateDeps,
  { bookId, userId, language, isReadAutomatically }: ExtractedBook,
  loaded: readonly LoadedChapter[],
): Promise<boolean> {
  const { bible, extractions, storyExtractor, newId } = deps;
  const chapters = loaded.map(({ row }) => ({ id: row._id, rev: row.readRev }));
  const entries = await bible.listEntries(bookId);
  const rowsWithEvidence = await bible.listRowsWithEvidence(
    bookId,
    chapters.map(({ id }) => id),
  );
  const evidence = evidenceIn(chapters, [...rowsWithEvidence.facts, ...rowsWithEvidence.relations]);
  const toExtract = loaded.map(({ text, before, beforeRev }, chapter) => ({
    text,
    before,
    passages: (evidence[chapter] ?? []).map((each) => ({ ...each.evidence, isNew: each.evidence.rev > beforeRev })),
  }));
  const found = await storyExtractor.extract(
    { chapters: toExtract, known: entries.map(toKnownName), language },
    { owner: userId },
  );
  const known = await loadKnown(bible, bookId, { entries, ...rowsWithEvidence }, found);
  const suggestions = proposeRows(known, chapters, found, { bookId, userId, newId, source: 'local' });
  const isDismissed = await loadDismissals(bible, bookId, { entries, suggestions });
  const extraction = { chapters, found, moved: moveEvidence(chapters, evidence, found.moved) };
  const changes = planBibleChanges(known, extraction, suggestions, isDismissed);
  const rows = loaded.map(({ row }, chapter) => ({ ...row, conventions: found.conventions[chapter] ?? null }));
  const changed = chapters.map((chapter, at) => ({ ...chapter, changedWords: found.changedWords[at] ?? 0 }));
  return await writeExtraction(deps, { bookId, userId }, changes, async (transaction) => {
    await extractions.markExtracted(rows, transaction.session);
    if (isReadAutomatically) await publishChanges(transaction, { bookId, userId }, changed);
  });
}

async function publishChanges(
  { emit }: Transaction,
  { bookId, userId }: BibleRef,
  chapters: readonly (ExtractedChapter & { readonly changedWords: number })[],
): Promise<void> {
  for (const { id, rev, changedWords } of chapters)
    if (changedWords > 0) await emit(chapterContentChanged, id, { chapterId: id, bookId, userId, rev, changedWords });
}

/** The evidence in each chapter. */
function evidenceIn(
  chapters: readonly ExtractedChapter[],
  rows: readonly (FactRow | RelationRow)[],
): ChapterEvidence[][] {
  const all = rows.flatMap(({ _id, evidence }) =>
    evidence.map((each, index) => ({ key: evidenceKey(_id, index), evidence: each })),
  );
  const byChapter = Map.groupBy(all, ({ evidence }) => evidence.chapterId);
  return chapters.map(({ id }) => byChapter.get(id) ?? []);
}

const nameKinds = new Set<string>(['character', 'place', 'object', 'group', 'event']);

const toKnownName = ({ name, aliases, kind }: EntryRow): KnownName => ({
  name,
  aliases,
  kind: nameKinds.has(kind) ? (kind as KnownName['kind']) : 'unknown',
});

/** Whether the author has dismissed what a suggestion says, by the id of the suggestion. */
export async function loadDismissals(
  bible: BibleRepository,
  bookId: string,
  { entries, suggestions }: { readonly entries: readonly EntryRow[]; readonly suggestions: Suggestions },
): Promise<(id: string) => boolean> {
  const dismissals = dismissalsOf(entries, suggestions);
  const rows = await bible.findRows('dismissals', bookId, [...dismissals.values()]);
  const dismissed = new Set(rows.map(({ _id }) => _id));
  return (id) => dismissed.has(dismissals.get(id) ?? '');
}

/**
 * Loads what an extraction may change: rows with evidence in these chapters, rows of entries about which they state a
 * fact, and rows of proposed entries that they do not name (these may be withdrawn).
 */
export async function loadKnown(
  bible: BibleRepository,
  bookId: string,
  { entries, facts, relations }: Pick<BibleRows, 'entries' | 'facts' | 'relations'>,
  { mentioned, facts: found }: Pick<ChapterExtraction, 'mentioned' | 'facts'>,
): Promise<BibleRows> {
  const named = new Set(found.map(({ name }) => nameKeyOf(name)));
  const indexes = new Set(mentioned.flat());
  const mayChange = (entry: EntryRow, index: number): boolean =>
    entry.searchKeys.some((key) => named.has(key)) || (entry.status === 'proposed' && !indexes.has(index));
  const ids = entries.filter(mayChange).map(({ _id }) => _id);
  const [allFacts, allRelations] = [await bible.listFactsOf(bookId, ids), await bible.listRelationsOf(bookId, ids)];
  const [entryCount, factCount, relationCount] = [
    entries.length,
    await bible.count('facts', bookId),
    await bible.count('relations', bookId),
  ];
  return {
    entries,
    facts: uniqueRows([...facts, ...allFacts]),
    relations: uniqueRows([...relations, ...allRelations]),
    counts: { entries: entryCount, facts: factCount, relations: relationCount },
  };
}

/** The evidence in the chapters as it is after the extraction. */
function moveEvidence(
  chapters: readonly ExtractedChapter[],
  evidence: readonly (readonly ChapterEvidence[])[],
  moved: ChapterExtraction['moved'],
): ReadonlyMap<string, Evidence> {
  return new Map(
    evidence.flatMap((list, chapter) =>
      list.flatMap(({ key, evidence: before }, index) => {
        const after = moved[chapter]?.[index];
        const rev = chapters[chapter]?.rev ?? before.rev;
        return after ? [[key, { ...before, rev, from: after.from, to: after.to, state: after.state }] as const] : [];
      }),
    ),
  );
}
