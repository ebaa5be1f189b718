import type { BookStatus } from '@inkbear/contracts/books/book';
import type { MadeUnder } from '../allowance/allowance.ts';

/** What an author sets. */
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
  /** The target. */
  wordCount: number;
}

export interface BookRow extends BookFields {
  _id: string;
  userId: string;
  madeUnder: MadeUnder;
  /** `erased`: its owner is gone and its texts are being removed. */
  state: 'live' | 'trashed' | 'erased';
  exported: boolean;
  titleGenerationCount: number;
  outlineGenerationCount: number;
  aiSuspended: boolean;
  aiSeq: number;
  /** Rises when chapters are added, moved or removed: such transactions conflict here and run one after the other. */
  structure: number;
  /** Bytes of all texts of the row, which count against the owner's quota. */
  storedBytes: number;
  /** The part of them that the list of books answers. */
  fieldBytes: number;
  createdAt: Date;
  updatedAt: Date;
}

/** active ↔ complete, any → archived → active; staying where one is is always fine. */
const comesFrom: Readonly<Record<BookStatus, readonly BookStatus[]>> = {
  active: ['active', 'complete', 'archived'],
  complete: ['complete', 'active'],
  archived: ['archived', 'active', 'complete'],
};

export const canChangeStatus = (from: BookStatus, to: BookStatus): boolean => comesFrom[to].includes(from);

export function newBook(
  made: Pick<BookFields, 'title' | 'genre' | 'subgenre' | 'targetAudience' | 'wordCount' | 'outline'> & {
    id: string;
    userId: string;
    madeUnder: MadeUnder;
    at: Date;
  },
): BookRow {
  const { id, at, ...fields } = made;
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

/** What a book's own row takes, without its chapters. */
export function bookBytes(
  book: Pick<BookFields, 'title' | 'outline' | 'synopsis' | 'introduction' | 'dedication'>,
): Pick<BookRow, 'storedBytes' | 'fieldBytes'> {
  const { title, outline, synopsis, introduction, dedication } = book;
  const fieldBytes = [title, synopsis, introduction, dedication].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );
  return { storedBytes: fieldBytes + Buffer.byteLength(outline), fieldBytes };
}
