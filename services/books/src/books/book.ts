import type { ProviderReading } from '@inkbear/contracts/bible/suggestion';
import type { BookStatus } from '@inkbear/contracts/books/book';
import type { FundingSource } from '../allowance/allowance.ts';

/** The fields that an author can edit. */
export interface BookFields {
  title: string;
  genre: string;
  subgenre: string;
  targetAudience: string;
  status: BookStatus;
  authorName: string;
  penName: string;
  publishingHouse: string;
  outline: string;
  synopsis: string;
  introduction: string;
  dedication: string;
  language: string;
  readbackEnabled: boolean;
  /** The target number of words. */
  wordCount: number;
}

export interface BookRow extends BookFields {
  _id: string;
  userId: string;
  /** What paid for the book: the plan under which it was created, or `credit`. Stored name. */
  madeUnder: FundingSource;
  /**
   * `importing`: an import is making it, and its author does not see it yet. `erased`: its owner was erased, and its texts
   * are being deleted.
   */
  state: 'importing' | 'live' | 'trashed' | 'erased';
  exported: boolean;
  titleGenerationCount: number;
  outlineGenerationCount: number;
  aiSuspended: boolean;
  /** `seq` of the last `ai.counters.changed.v1` event that was applied to the counters. Stored name. */
  aiSeq: number;
  /**
   * The version of the list of chapters: incremented when chapters are added, moved or removed, so that such
   * transactions conflict and run one after the other. Stored name.
   */
  structure: number;
  /** Bytes of all texts of the row, `pressBytes` and `bibleBytes`; they count against the owner's quota. */
  storedBytes: number;
  /** The part of `storedBytes` that the list of books returns. */
  fieldBytes: number;
  /**
   * Bytes of the book's design, and of its front and back matter with earlier versions. Stored name. Absent in rows of
   * earlier releases.
   */
  pressBytes?: number;
  /** Bytes of the book's story bible, with what can be undone. Absent in rows of earlier releases. */
  bibleBytes?: number;
  /** Absent until the author has decided. */
  providerReading?: ProviderReading;
  createdAt: Date;
  updatedAt: Date;
}

/** Allowed status changes: active ↔ complete, any → archived → active. No change is always allowed. */
const allowedFrom: Readonly<Record<BookStatus, readonly BookStatus[]>> = {
  active: ['active', 'complete', 'archived'],
  complete: ['complete', 'active'],
  archived: ['archived', 'active', 'complete'],
};

export const canChangeStatus = (from: BookStatus, to: BookStatus): boolean => allowedFrom[to].includes(from);

export function newBook(
  input: Pick<BookFields, 'title' | 'genre' | 'subgenre' | 'targetAudience' | 'wordCount' | 'outline'> & {
    id: string;
    userId: string;
    madeUnder: FundingSource;
    at: Date;
  },
): BookRow {
  const { id, at, ...fields } = input;
  const row = {
    ...fields,
    _id: id,
    status: 'active',
    authorName: '',
    penName: '',
    publishingHouse: '',
    synopsis: '',
    introduction: '',
    dedication: '',
    language: 'EN',
    readbackEnabled: false,
    state: 'live',
    exported: false,
    titleGenerationCount: 0,
    outlineGenerationCount: 0,
    aiSuspended: false,
    aiSeq: 0,
    structure: 0,
    createdAt: at,
    updatedAt: at,
  } as const;
  return { ...row, ...bookBytes(row) };
}

/** Bytes of a book without its chapters. */
export function bookBytes(
  book: Pick<BookRow, 'title' | 'outline' | 'synopsis' | 'introduction' | 'dedication' | 'pressBytes' | 'bibleBytes'>,
): Pick<BookRow, 'storedBytes' | 'fieldBytes'> {
  const { title, outline, synopsis, introduction, dedication, pressBytes = 0, bibleBytes = 0 } = book;
  const fieldBytes = [title, synopsis, introduction, dedication].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );
  return { storedBytes: fieldBytes + Buffer.byteLength(outline) + pressBytes + bibleBytes, fieldBytes };
}
