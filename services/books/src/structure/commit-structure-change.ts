import { commitSaveIn } from '@inkbear/manuscript-store/commit-save';
import type { ManuscriptStore } from '@inkbear/manuscript-store/manuscript-store';
import { requireFits } from '@inkbear/manuscript-store/preconditions';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import type { Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import { clipSpans } from '@inkbear/story-analysis/provenance/class-spans';
import { type PlannedWrite, planExtractionWrite } from '../bible/decision.ts';
import { ConcurrentChangeError } from '../bible/write-bible.ts';
import type { BookPolicy } from '../books/book.policy.ts';
import { requireChapterCapacity, requireChapterFieldsCapacity } from '../books/quota.ts';
import type { TrashDeps } from '../books/trash-book.ts';
import { chapterKind, type ChapterRow, firstChangeRow } from '../chapters/chapter.ts';
import { trashChapterIn } from '../chapters/trash-chapter.ts';
import { classesOf } from '../provenance/provenance.ts';
import { restoreChapterIn } from '../trash/restore-trash.ts';
import { type EvidenceDeps, planEvidenceMove } from './move-evidence.ts';
import {
  fieldGrowth,
  type PlannedChapter,
  planStructureChange,
  revAfter,
  snapshotNameOf,
  sourceOf,
  storedGrowth,
  type StructureChange,
  toOperation,
} from './plan-structure-change.ts';
import type { StructureOperationRow } from './structure-operation.ts';

export interface RestructureDeps extends TrashDeps, EvidenceDeps {
  readonly store: ManuscriptStore<ChapterRow>;
  readonly policy: BookPolicy;
  readonly quota: ByteQuota;
}

/** What a request for an operation has besides its subject. */
export interface StructureRequest {
  readonly userId: string;
  readonly timeZone: string;
  /** See `StructureOperationRow`. */
  readonly requestKey: string | null;
}

interface PlannedChange {
  readonly change: StructureChange;
  readonly chapters: readonly PlannedChapter[];
  readonly statements: Pick<PlannedWrite, 'changes' | 'growth'>;
  readonly operation: StructureOperationRow;
}

/**
 * Writes a change of the structure in one transaction: the texts with the revisions before them as named snapshots, what
 * becomes of the chapters, the story bible, and what an undo needs. Returns null when something was changed meanwhile; the
 * caller must then decide again.
 *
 * Throws 413 when a text gets too long, 403 when the storage or the list of chapters is full.
 */
export async function commitStructureChange(
  deps: RestructureDeps,
  { timeZone, requestKey }: Pick<StructureRequest, 'timeZone' | 'requestKey'>,
  change: StructureChange,
): Promise<StructureOperationRow | null> {
  const { chapters, quota, outbox, clock, newId } = deps;
  const now = clock.now();
  const planned = planStructureChange(change, { now, timeZone, newId });
  for (const { plan } of planned) requireFits(chapterKind, plan.after.content);
  const { head: source } = sourceOf(change);
  const statements = planExtractionWrite(
    await planEvidenceMove(deps, { source, moved: change.moved, targetRev: targetRevOf(change) }),
  );
  const operation = toOperation(change, { id: newId(), requestKey, at: now });
  await requireChapterFieldsCapacity(chapters, source, fieldGrowth(planned));
  const request = {
    userId: source.userId,
    operation: planned.some(({ fate }) => fate === 'created') ? 'create' : 'edit',
    bytes: storedGrowth(planned) + statements.growth,
  } as const;
  try {
    await quota.reserve(request, () =>
      outbox.run((transaction) => write(transaction, deps, { change, chapters: planned, statements, operation })),
    );
    return operation;
  } catch (error) {
    // Ids are new, so only the first row about the book's removed texts can be a duplicate.
    if (error instanceof ConcurrentChangeError || isDuplicateKey(error)) return null;
    throw error;
  }
}

/** The revision after a change of the chapter that has the moved text then. */
function targetRevOf({ chapters, moved }: StructureChange): number {
  const target = chapters.find(({ head }) => head._id === moved.toId);
  if (!target) throw new Error('The moved text must arrive in one of the chapters.');
  return revAfter(target);
}

async function write(transaction: Transaction, deps: RestructureDeps, planned: PlannedChange): Promise<void> {
  const { session } = transaction;
  const { change, chapters, statements, operation } = planned;
  const { bookId, userId, at } = operation;
  await deps.books.lock(bookId, userId, at, session);
  for (const chapter of chapters) {
    if (chapter.fate === 'created') await createChapterIn(transaction, deps, chapter);
    await writeText(transaction, deps, chapter, snapshotNameOf(change));
  }
  await moveChapters(transaction, deps, chapters, at);
  if (statements.changes.length > 0) {
    await deps.books.addBytes('bibleBytes', { id: bookId, userId }, { bytes: statements.growth }, session);
    if (!(await deps.bible.writeRows(statements.changes, session))) throw new ConcurrentChangeError();
  }
  await keepClasses(transaction, deps, change, at);
  if (!change.isUndo) await deps.structureOperations.insert(operation, session);
}

async function createChapterIn(
  { session }: Transaction,
  { chapters, history }: RestructureDeps,
  { head }: PlannedChapter,
): Promise<void> {
  requireChapterCapacity(await chapters.countLive(head.bookId, session));
  await chapters.shiftNumbers(head.bookId, head.chapterNumber, 1, session);
  await chapters.insertMany([head], session);
  await history.insertChanges([firstChangeRow(head)], session);
}

async function writeText(
  { session }: Transaction,
  { store, history }: RestructureDeps,
  { head, plan }: PlannedChapter,
  snapshotName: string | null,
): Promise<void> {
  if (!(await commitSaveIn(session, store, plan))) throw new ConcurrentChangeError();
  if (snapshotName !== null) await history.nameIfUnnamed(head._id, head.rev, snapshotName, session);
}

/** Moves chapters to the trash, or back from it to the place after the first chapter. */
async function moveChapters(
  transaction: Transaction,
  deps: RestructureDeps,
  chapters: readonly PlannedChapter[],
  at: Date,
): Promise<void> {
  const place = (chapters[0]?.head.chapterNumber ?? 0) + 1;
  for (const { head, fate } of chapters) {
    if (fate === 'trashed') await trashChapterIn(transaction, deps, head, at);
    if (fate !== 'restored') continue;
    const row = await deps.trash.findRestorableItem(head._id, at, transaction.session);
    if (!row) throw new ProblemError('books.structure_changed');
    await deps.trash.delete(row._id, transaction.session);
    await restoreChapterIn(transaction, deps, row, at, place);
  }
}

/**
 * Stores the text of a chapter that goes to the trash as a removed text of the book, so that its words keep their classes
 * where they arrive. All other text is removed by a change, from which the classification learns the same.
 */
async function keepClasses(
  { session }: Transaction,
  { provenance }: RestructureDeps,
  change: StructureChange,
  at: Date,
): Promise<void> {
  const { moved } = change;
  const { head, fate } = sourceOf(change);
  const text = head.content.slice(moved.from, moved.to);
  if (fate !== 'trashed' || text === '') return;
  const row = await provenance.findChapter(head._id, session);
  const spans = row?.rev === head.rev ? row.spans : classesOf(head.notTyped ?? []);
  const removed = { text, spans: clipSpans(spans, moved.from, moved.to, -moved.from), at: at.getTime() };
  await provenance.addRemoved({ bookId: head.bookId, userId: head.userId }, removed, session);
}
