import { aiResultCreated, type EventData } from '@inkbear/contracts/events';
import type { OriginSpan } from '@inkbear/prose/origins';
import type { ClassSpan, WordCounts } from '@inkbear/story-analysis/provenance/class-spans';
import type { RemovedText } from '@inkbear/story-analysis/provenance/removed-texts';

/** Words of results, by result id. */
export type ResultWords = readonly (readonly [resultId: string, words: number])[];

/**
 * Where the words of a chapter come from, at one revision. It is updated before compaction joins the changes of a writing
 * session, because a joined change no longer says which text replaced which. Rows do not count against the
 * quota; spans and results of a row are limited.
 */
export interface ChapterProvenanceRow {
  /** The id of the chapter. */
  _id: string;
  bookId: string;
  userId: string;
  /** The revision that this is true for. */
  rev: number;
  /** Text without a span was typed by the author. */
  spans: readonly ClassSpan[];
  words: WordCounts;
  /**
   * Stored name of `editedExternal`: edited words that replaced pasted or imported ones, which came from outside the
   * book.
   */
  editedForeign: { readonly pasted: number; readonly imported: number };
  /** Words of each generated result that were inserted into the chapter, and those that are still in it. */
  inserted: ResultWords;
  present: ResultWords;
}

/** Texts that were removed from the chapters of a book, by which they are recognised when they are inserted again. */
export interface BookProvenanceRow {
  /** The id of the book. */
  _id: string;
  userId: string;
  /** Compared and incremented by each update of the book's rows. */
  version: number;
  removed: readonly RemovedText[];
  /** When the oldest of them is to be deleted; null when there are none. Stored name. */
  forgetAt: Date | null;
}

export const emptyBook = (bookId: string, userId: string): BookProvenanceRow => ({
  _id: bookId,
  userId,
  version: 0,
  removed: [],
  forgetAt: null,
});

type StoredFingerprint = EventData<typeof aiResultCreated>['fingerprint'];

/** What this service knows of an AI result about a chapter of the book. */
export interface AiResultRow {
  _id: string;
  bookId: string;
  userId: string;
  /** Whether the result is new text; `false` for an action that edits given words. Stored name. */
  makesText: boolean;
  /** By which copies are recognised; null for results of earlier releases. */
  fingerprint: StoredFingerprint;
  createdAt: Date;
}

/** Removed texts are stored as long as deleted revisions. */
const removedTextMs = 30 * 86_400_000;
/** The removed texts that are not to be deleted yet, and when the oldest is. */
export function dropExpired(
  removed: readonly RemovedText[],
  now: Date,
): Pick<BookProvenanceRow, 'removed' | 'forgetAt'> {
  const stored = removed.filter(({ at }) => at + removedTextMs > now.getTime());
  const oldest = Math.min(...stored.map(({ at }) => at));
  return { removed: stored, forgetAt: stored.length === 0 ? null : new Date(oldest + removedTextMs) };
}

/** Removed text that is stored for each book, in UTF-16 units; `RemovedTexts` has the same limit. */
const maxRemovedUnits = 400_000;

/** The row of a book with one more removed text; null when the text exceeds the limit alone. */
export function withRemovedText(book: BookProvenanceRow, removed: RemovedText): BookProvenanceRow | null {
  if (removed.text.length > maxRemovedUnits) return null;
  const texts: RemovedText[] = [removed];
  let units = removed.text.length;
  for (const older of book.removed.toReversed()) {
    units += older.text.length;
    if (units > maxRemovedUnits) break;
    texts.unshift(older);
  }
  return { ...book, ...dropExpired(texts, new Date(removed.at)) };
}

/** The classes of words as far as the origins of a text say. In doubt, a word counts as written by AI. */
export const classesOf = (origins: readonly OriginSpan[]): ClassSpan[] =>
  origins.flatMap(({ from, to, kind }): ClassSpan[] => {
    if (kind === 'typed') return [];
    return kind === 'ai' ? [{ from, to, wordClass: 'generated', resultId: '' }] : [{ from, to, wordClass: kind }];
  });

/**
 * Maximum number of spans stored per chapter. Beyond it `edited` spans are dropped first, because they need no
 * declaration, then the shortest ones.
 */
export const maxSpans = 20_000;
/** The newest results of a book with which a pasted text is compared. */
export const maxComparedResults = 500;
/** How many results the changes of one step may name. An author's changes name far fewer. */
export const maxNamedResults = 1_000;
/** After this time, a change no longer waits for the event of its AI result. */
export const resultTimeoutMs = 10 * 60_000;
/** Bytes of changes, and of the texts that they apply to, that are classified together. */
export const maxChangeBytes = 4 * 1024 * 1024;

const editingActions: readonly string[] = ['rewrite', 'tone', 'polish'];
/** Whether an AI action writes new text, not only other words for given ones. */
export const generatesNewText = (action: string): boolean => !editingActions.includes(action);
/** Whether an action gives one text for a chapter, as those of `ai.result.created.v1` do. `options` does not. */
export const isTextAction = (action: string): boolean => aiResultCreated.data.shape.action.safeParse(action).success;
