import { retryOnConflict } from '@inkbear/manuscript-store/commit-save';
import type { ChangesSince, SavedChange } from '@inkbear/manuscript-store/history-reader';
import type { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import { changeBytes } from '@inkbear/manuscript-store/change';
import type { Clock } from '@inkbear/service-kit/clock';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { JobOptions } from '@inkbear/service-kit/worker-pool';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { ChaptersToClassify } from './classify-chapters.ts';
import {
  type AiResultRow,
  type BookProvenanceRow,
  type ChapterProvenanceRow,
  emptyBook,
  maxChangeBytes,
  maxNamedResults,
  dropExpired,
  resultTimeoutMs,
} from './provenance.ts';
import type { ProvenanceRepository } from './provenance.repository.ts';
import type { WordClassifier } from './word-classifier.ts';

export interface ClassifyDeps {
  readonly chapters: ChapterRepository;
  readonly history: HistoryRepository;
  readonly provenance: ProvenanceRepository;
  readonly wordClassifier: WordClassifier;
  readonly clock: Clock;
}

interface BookRequest {
  readonly bookId: string;
  readonly userId: string;
  readonly job: JobOptions;
}

/** A chapter with changes that are not classified yet. */
interface DueChapter {
  readonly id: string;
  readonly spans: ChapterProvenanceRow['spans'];
  readonly inserted: ChapterProvenanceRow['inserted'];
  readonly unclassifiedChanges: ChangesSince;
}

/**
 * Brings the stored word classes of a book up to its newest revisions. Changes of several chapters are classified
 * together, in the order in which they were saved, so that text that moves between them is recognised; more than 4 MB
 * of them are classified in steps, chapter by chapter. Changes whose AI result may still become known are left for
 * later. Stops after `limitMs`; what is classified by then is stored. Returns whether nothing is left.
 */
export async function classifyNewChanges(
  deps: ClassifyDeps,
  request: BookRequest,
  limitMs = Infinity,
): Promise<boolean> {
  const end = performance.now() + limitMs;
  let hasMore = true;
  while (hasMore && performance.now() < end) hasMore = await retryOnConflict(() => classifyNextBatch(deps, request));
  return !hasMore;
}

/**
 * Classifies the next changes. Returns whether more follow; null when another process has classified some meanwhile.
 */
async function classifyNextBatch(deps: ClassifyDeps, request: BookRequest): Promise<boolean | null> {
  const { provenance, clock } = deps;
  const book = (await provenance.findBook(request.bookId)) ?? emptyBook(request.bookId, request.userId);
  const { due, hasMore, results } = await loadDue(deps, request);
  const knownIds = new Set(results.map(({ _id }) => _id));
  const ready = due.flatMap((chapter) => readyPart(chapter, knownIds, clock.now()) ?? []);
  if (ready.length === 0) return false;
  const { rows, removed } = await classify(deps, request, { due: ready, results, removed: book.removed });
  const isSaved = await provenance.save(rows, { ...book, ...dropExpired(removed, clock.now()) });
  return isSaved ? hasMore : null;
}

/**
 * The rows of chapters with changes whose AI results are not all known yet, classified by what is known. They are not
 * stored.
 */
export async function classifyProvisionally(deps: ClassifyDeps, request: BookRequest): Promise<ChapterProvenanceRow[]> {
  const { due, results } = await loadDue(deps, request);
  if (due.length === 0) return [];
  const book = await deps.provenance.findBook(request.bookId);
  return (await classify(deps, request, { due, results, removed: book?.removed ?? [] })).rows;
}

/** The changes of a chapter before the first one whose AI result may still become known; null when there are none. */
function readyPart(chapter: DueChapter, knownIds: ReadonlySet<string>, now: Date): DueChapter | null {
  const { changes } = chapter.unclassifiedChanges;
  const end = changes.findIndex(({ origins, at }) => {
    if (now.getTime() - at.getTime() >= resultTimeoutMs) return false;
    return origins.some(
      ({ kind, resultId }) => kind === 'pasted' || (resultId !== undefined && !knownIds.has(resultId)),
    );
  });
  if (end === 0) return null;
  if (end < 0) return chapter;
  return { ...chapter, unclassifiedChanges: { ...chapter.unclassifiedChanges, changes: changes.slice(0, end) } };
}

interface Classification {
  readonly due: readonly DueChapter[];
  readonly results: readonly AiResultRow[];
  readonly removed: BookProvenanceRow['removed'];
}

async function classify(
  { wordClassifier }: ClassifyDeps,
  { bookId, userId, job }: BookRequest,
  { due, results, removed }: Classification,
): Promise<{ rows: ChapterProvenanceRow[]; removed: BookProvenanceRow['removed'] }> {
  const classified = await wordClassifier.classify(
    {
      chapters: due.map(({ id, spans, inserted, unclassifiedChanges: { text } }) => ({ id, spans, inserted, text })),
      changes: changesOf(due),
      removed,
      results,
    },
    job,
  );
  const revs = new Map(due.map(({ id, unclassifiedChanges: { changes } }) => [id, changes.at(-1)?.rev ?? 0]));
  const rows = classified.chapters.map(({ id, text: _text, editedExternal, ...row }) => ({
    _id: id,
    bookId,
    userId,
    rev: revs.get(id) ?? 0,
    editedForeign: editedExternal,
    ...row,
  }));
  return { rows, removed: classified.removed };
}

const changesOf = (due: readonly DueChapter[]): ChaptersToClassify['changes'] =>
  due
    .flatMap(({ id, unclassifiedChanges: { changes } }) => changes.map((change) => ({ ...change, chapterId: id })))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a.rev - b.rev);

/** Loads chapters with unclassified changes, up to a total size, and the results that those changes may come from. */
async function loadDue(
  { chapters, provenance, history }: ClassifyDeps,
  { bookId, userId }: BookRequest,
): Promise<{ due: DueChapter[]; hasMore: boolean; results: AiResultRow[] }> {
  const classified = new Map((await provenance.listChapters(bookId)).map(({ _id, rev }) => [_id, rev]));
  const changed = (await chapters.listLive(bookId)).filter(({ _id, rev }) => rev > (classified.get(_id) ?? 0));
  const due: DueChapter[] = [];
  let bytes = 0;
  let hasMore = false;
  for (const { _id: id } of changed) {
    hasMore ||= bytes >= maxChangeBytes;
    if (hasMore) break;
    const loaded = { id, userId, maxBytes: maxChangeBytes - bytes };
    const chapter = await loadChapter({ chapters, provenance, history }, loaded);
    if (!chapter || chapter.unclassifiedChanges.changes.length === 0) continue;
    due.push(chapter);
    bytes += chapter.unclassifiedChanges.text.length + sizeOf(chapter.unclassifiedChanges.changes);
    hasMore = chapter.unclassifiedChanges.hasMore;
  }
  return { due, hasMore, results: due.length === 0 ? [] : await loadResults(provenance, bookId, changesOf(due)) };
}

const sizeOf = (changes: readonly SavedChange[]): number =>
  changes.reduce((sum, { changes: json, origins }) => sum + changeBytes(json, origins), 0);

/** Null when the chapter was deleted meanwhile. */
async function loadChapter(
  { chapters, provenance, history }: Pick<ClassifyDeps, 'chapters' | 'provenance' | 'history'>,
  { id, userId, maxBytes }: { id: string; userId: string; maxBytes: number },
): Promise<DueChapter | null> {
  try {
    const { pending } = await chapters.getWithPending(id, userId);
    const row = await provenance.findChapter(id);
    const newChanges = row && (await history.readChangesSince(id, { after: row.rev, pending, maxBytes }));
    if (newChanges) return { id, spans: row.spans, inserted: row.inserted, unclassifiedChanges: newChanges };
    // The revision that the row is true for was compacted, so the chapter is classified from its beginning.
    const all = await history.readChangesSince(id, { after: 0, pending, maxBytes });
    return all && { id, spans: [], inserted: [], unclassifiedChanges: all };
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return null;
    throw error;
  }
}

/** The results that the changes name, and those of which pasted text may be a copy. */
async function loadResults(
  provenance: ProvenanceRepository,
  bookId: string,
  changes: ChaptersToClassify['changes'],
): Promise<AiResultRow[]> {
  const origins = changes.flatMap((change) => change.origins);
  const ids = [...new Set(origins.flatMap(({ resultId }) => resultId ?? []))].slice(0, maxNamedResults);
  const withCopies = origins.some(({ kind }) => kind === 'pasted');
  return await provenance.listResults(bookId, { ids, withCopies });
}
