import type { MatterSection } from '@inkbear/contracts/books/matter';
import { type ChangeRow, rowOverheadBytes, toChangeRow } from '@inkbear/manuscript-store/change';
import { decideSave } from '@inkbear/manuscript-store/decide-save';
import { normaliseNewlines, replaceRanges } from '@inkbear/prose/changes';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { AllowanceUse } from '../allowance/allowance.ts';
import { bookBytes, type BookRow } from '../books/book.ts';
import { chapterKind, type ChapterRow, firstChangeRow, newChapter } from '../chapters/chapter.ts';
import { type MatterRow, toMatterContent } from '../matter/matter.ts';

/** A book, or chapters that are appended to one, which an import makes. Nobody sees them before it is finished. */
export interface BookImportRow {
  /** The id with which the export service repeats its requests. */
  _id: string;
  userId: string;
  /** `open` → `finished` or `abandoned`. The row stays for a while, so that a late request does not begin it again. */
  state: 'open' | 'finished' | 'abandoned';
  /** The new book, or the one to which chapters are appended; null when it was abandoned before it began. */
  bookId: string | null;
  /** What the new book has used; null when chapters are appended. */
  allowance: AllowanceUse | null;
  /** The chapters by their position; null where none is stored yet. */
  chapterIds: (string | null)[];
  /** Bytes of chapters that are not stored yet. They count against the quota while the import is open. */
  reservedBytes: number;
  /** Whether chapters of an abandoned import must still be deleted. */
  hasLeftovers: boolean;
  createdAt: Date;
}

export type OpenImport = BookImportRow & { bookId: string };

/** An import that takes longer was forgotten: the export service gives up much earlier. */
export const maxOpenMs = 2 * 86_400_000;
/** The export service keeps an import for 30 days, so it names an older one no more. */
export const keptMs = 40 * 86_400_000;

/** Throws 404 unless the import has begun. */
export function requireBegun(row: BookImportRow | null): OpenImport {
  if (!row || row.bookId === null || row.state === 'abandoned') throw new ProblemError('books.not_found');
  return { ...row, bookId: row.bookId };
}

/** The ids of all chapters in their order. Throws 409 when one of them is not stored yet. */
export function requireComplete({ chapterIds }: BookImportRow, count: number): string[] {
  const stored = chapterIds.filter((id) => id !== null);
  if (stored.length !== count || chapterIds.length !== count) throw new ProblemError('books.import_incomplete');
  return stored;
}

/** Bytes that the chapters of an import will count: each text is in its chapter and in the first revision that has it. */
export const estimateBytes = ({ bytes, chapters }: { bytes: number; chapters: number }): number =>
  2 * bytes + 2 * chapters * rowOverheadBytes;

interface ImportedChapter {
  readonly chapter: ChapterRow;
  readonly changes: readonly ChangeRow[];
  /** Whether the text is stored as a snapshot too, because its change is very long. */
  readonly hasSnapshot: boolean;
}

/**
 * A chapter with its text as the second revision. Its words are imported, so they count as typed on no day. They are
 * reported once the chapter is visible.
 */
export function createImportedChapter({
  title,
  content,
  ...input
}: Pick<ChapterRow, 'bookId' | 'userId' | 'madeUnder' | 'chapterNumber' | 'title' | 'content'> & {
  id: string;
  changeId: string;
  at: Date;
}): ImportedChapter {
  const empty = newChapter({ ...input, title: title.toWellFormed() });
  const text = normaliseNewlines(content).toWellFormed();
  const first = firstChangeRow(empty);
  if (text === '') return { chapter: { ...empty, state: 'importing' }, changes: [first], hasSnapshot: false };
  const { after, change, storedDelta, hasSnapshot } = decideSave(chapterKind, empty, {
    text: {
      text,
      changes: replaceRanges(0, [{ from: 0, to: 0, insert: text }]),
      changeId: input.changeId,
      kind: 'put',
      origins: [{ from: 0, to: text.length, kind: 'imported' }],
    },
    now: input.at,
    timeZone: 'UTC',
  });
  const storedBytes = empty.storedBytes + storedDelta;
  return {
    chapter: { ...after, storedBytes, state: 'importing', progressDueAt: null },
    changes: [first, ...(change ? [toChangeRow(empty._id, change)] : [])],
    hasSnapshot,
  };
}

interface ImportedPages {
  readonly dedication: string;
  readonly introduction: string;
  readonly matter: readonly MatterSection[];
}

/** The fields of an imported book when it becomes visible, and its front and back matter; null if it has none. */
export function finishBook(book: BookRow, { dedication, introduction, matter }: ImportedPages, at: Date) {
  const pages: MatterRow | null =
    matter.length === 0
      ? null
      : { _id: `${book._id}:1`, bookId: book._id, userId: book.userId, rev: 1, at, ...toMatterContent(matter) };
  const texts = {
    dedication: normaliseNewlines(dedication).toWellFormed(),
    introduction: normaliseNewlines(introduction).toWellFormed(),
    pressBytes: pages?.storedBytes ?? 0,
  };
  return { pages, fields: { ...texts, ...bookBytes({ ...book, ...texts }), updatedAt: at } };
}
