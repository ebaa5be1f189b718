import type { Evidence } from '@inkbear/contracts/bible/entry';
import type { NewId } from '@inkbear/service-kit/ids';
import type { KnownName } from '@inkbear/story-analysis/extract/extract-names';
import { type EntryRow, type FactRow, nameKeyOf, type RelationRow, uniqueRows } from '../bible/bible.ts';
import type { BibleRef } from '../bible/write-bible.ts';
import { planBibleChanges, dismissalsOf, evidenceKey } from './plan-bible-changes.ts';
import { type BibleRows, proposeRows, type ExtractedChapter } from './propose-rows.ts';
import type { ChapterExtraction } from './extract-from-chapters.ts';
import type { ExtractionRow } from './extraction.ts';
import type { StoryExtractor } from './story-extractor.ts';
import { writeExtraction, type WriteExtractionDeps } from './write-extraction.ts';

export interface UpdateDeps extends WriteExtractionDeps {
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
  { bookId, userId, language }: BibleRef & { readonly language: string },
  loaded: readonly LoadedChapter[],
): Promise<boolean> {
  const { bible, storyExtractor, newId } = deps;
  const chapters = loaded.map(({ row }) => ({ id: row._id, rev: row.readRev }));
  const entries = await bible.listEntries(bookId);
  const rowsWithEvidence = await bible.listRowsWithEvidence(
    bookId,
    chapters.map(({ id }) => id),
  );
  const evidence = evidenceIn(chapters, [...rowsWithEvidence.facts, ...rowsWithEvidence.relations]);
  const toExtract = loaded.map(({ text, before }, chapter) => ({
    text,
    before,
    passages: (evidence[chapter] ?? []).map((each) => each.evidence),
  }));
  const found = await storyExtractor.extract(
    { chapters: toExtract, known: entries.map(toKnownName), language },
    { share: userId },
  );
  const known = await loadKnown(deps, bookId, { entries, ...rowsWithEvidence }, found);
  const suggestions = proposeRows(known, chapters, found, { bookId, userId, newId });
  const dismissals = dismissalsOf(entries, suggestions);
  const dismissedRows = await bible.findRows('dismissals', bookId, [...dismissals.values()]);
  const dismissed = new Set(dismissedRows.map(({ _id }) => _id));
  const extraction = { chapters, found, moved: moveEvidence(chapters, evidence, found.moved) };
  const changes = planBibleChanges(known, extraction, suggestions, (id) => dismissed.has(dismissals.get(id) ?? ''));
  const rows = loaded.map(({ row }, chapter) => ({ ...row, conventions: found.conventions[chapter] ?? null }));
  return await writeExtraction(deps, { bookId, userId }, changes, rows);
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

/**
 * Loads what an extraction may change: rows with evidence in these chapters, rows of entries about which they state a
 * fact, and rows of proposed entries that they do not name (these may be withdrawn).
 */
async function loadKnown(
  { bible }: UpdateDeps,
  bookId: string,
  { entries, facts, relations }: Pick<BibleRows, 'entries' | 'facts' | 'relations'>,
  { mentioned, facts: found }: ChapterExtraction,
): Promise<BibleRows> {
  const named = new Set(found.map(({ name }) => nameKeyOf(name)));
  const indexes = new Set(mentioned.flat());
  const mayChange = (entry: EntryRow, index: number): boolean =>
    named.has(entry.nameKey) || (entry.status === 'proposed' && !indexes.has(index));
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
