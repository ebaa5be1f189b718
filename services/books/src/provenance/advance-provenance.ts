import { retryOnConflict } from '@inkbear/manuscript-store/commit-save';
import type { ChangesSince, SavedChange } from '@inkbear/manuscript-store/history-reader';
import type { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import { changeBytes } from '@inkbear/manuscript-store/change';
import type { Clock } from '@inkbear/service-kit/clock';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { JobOptions } from '@inkbear/service-kit/worker-pool';
import type { KnownResult } from '@inkbear/story-analysis/provenance/classify-change';
import { unpackHashes } from '@inkbear/story-analysis/provenance/fingerprint';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { ChaptersToClassify } from './classify-chapters.ts';
import {
  type AiResultRow,
  type BookProvenanceRow,
  type ChapterProvenanceRow,
  maxChangeBytes,
  rememberedAt,
} from './provenance.ts';
import type { ProvenanceRepository } from './provenance.repository.ts';
import type { WordClassifier } from './word-classifier.ts';

export interface AdvanceDeps {
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
  readonly since: ChangesSince;
}

/**
 * Brings the word classes of a book up to its newest revisions. Changes of several chapters are classified together, in
 * the order in which they were saved, so that text that moves between them is recognised; more than 4 MB of them are
 * classified in steps, chapter by chapter.
 */
export async function advanceProvenance(deps: AdvanceDeps, request: BookRequest): Promise<void> {
  for (let hasMore = true; hasMore;) hasMore = await retryOnConflict(() => advanceStep(deps, request));
}

/** Classifies the next changes. Returns whether more follow; null when another process has classified some meanwhile. */
async function advanceStep(deps: AdvanceDeps, request: BookRequest): Promise<boolean | null> {
  const { provenance, wordClassifier, clock } = deps;
  const { bookId, userId, job } = request;
  const book = (await provenance.findBook(bookId)) ?? emptyBook(bookId, userId);
  const { due, hasMore } = await loadDue(deps, request);
  if (due.length === 0) return false;
  const changes = due
    .flatMap(({ id, since }) => since.changes.map((change) => ({ ...change, chapterId: id })))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a.rev - b.rev);
  const classified = await wordClassifier.classify(
    {
      chapters: due.map(({ id, spans, inserted, since }) => ({ id, spans, inserted, text: since.text })),
      changes,
      removed: book.removed,
      results: await loadResults(provenance, bookId, changes),
    },
    job,
  );
  const revs = new Map(due.map(({ id, since }) => [id, since.changes.at(-1)?.rev ?? 0]));
  const rows = classified.chapters.map(({ id, spans, words, inserted, present }): ChapterProvenanceRow => ({
    _id: id,
    bookId,
    userId,
    rev: revs.get(id) ?? 0,
    spans,
    words,
    inserted,
    present,
  }));
  const isSaved = await provenance.save(rows, { ...book, ...rememberedAt(classified.removed, clock.now()) });
  return isSaved ? hasMore : null;
}

const emptyBook = (bookId: string, userId: string): BookProvenanceRow => ({
  _id: bookId,
  userId,
  version: 0,
  removed: [],
  forgetAt: null,
});

/** Loads chapters with unclassified changes, up to a total size. */
async function loadDue(
  { chapters, provenance, history }: AdvanceDeps,
  { bookId, userId }: BookRequest,
): Promise<{ due: DueChapter[]; hasMore: boolean }> {
  const known = new Map((await provenance.listChapters(bookId)).map(({ _id, rev }) => [_id, rev]));
  const changed = (await chapters.listLive(bookId)).filter(({ _id, rev }) => rev > (known.get(_id) ?? 0));
  const due: DueChapter[] = [];
  let bytes = 0;
  for (const [index, { _id: id }] of changed.entries()) {
    const chapter = await loadChapter(
      { chapters, provenance, history },
      { id, userId, maxBytes: maxChangeBytes - bytes },
    );
    if (!chapter) continue;
    due.push(chapter);
    bytes += sizeOf(chapter.since.changes);
    if (chapter.since.hasMore || bytes >= maxChangeBytes)
      return { due, hasMore: chapter.since.hasMore || index + 1 < changed.length };
  }
  return { due, hasMore: false };
}

const sizeOf = (changes: readonly SavedChange[]): number =>
  changes.reduce((sum, { changes: json, origins }) => sum + changeBytes(json, origins), 0);

/** Null when the chapter was deleted meanwhile. */
async function loadChapter(
  { chapters, provenance, history }: Pick<AdvanceDeps, 'chapters' | 'provenance' | 'history'>,
  { id, userId, maxBytes }: { id: string; userId: string; maxBytes: number },
): Promise<DueChapter | null> {
  try {
    const { pending } = await chapters.getWithPending(id, userId);
    const row = await provenance.findChapter(id);
    const since = row && (await history.readChangesSince(id, { after: row.rev, pending, maxBytes }));
    if (since) return { id, spans: row.spans, inserted: row.inserted, since };
    // The revision that the row is true for was compacted, so the chapter is classified from its beginning.
    const all = await history.readChangesSince(id, { after: 0, pending, maxBytes });
    return all && { id, spans: [], inserted: [], since: all };
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
): Promise<ReadonlyMap<string, KnownResult>> {
  const origins = changes.flatMap((change) => change.origins);
  const ids = [...new Set(origins.flatMap(({ resultId }) => resultId ?? []))];
  const withCopies = origins.some(({ kind }) => kind === 'pasted');
  const rows = await provenance.listResults(bookId, { ids, withCopies });
  return new Map(rows.map((row) => [row._id, knownResult(row)]));
}

const knownResult = ({ makesText, fingerprint }: AiResultRow): KnownResult => ({
  makesText,
  fingerprint: fingerprint && {
    window: fingerprint.window,
    hashes: unpackHashes(Buffer.from(fingerprint.hashes, 'base64')),
  },
});
