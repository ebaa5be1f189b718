import { isDeepStrictEqual } from 'node:util';
import { matterLimits, type MatterSection } from '@inkbear/contracts/books/matter';
import { rowOverheadBytes } from '@inkbear/manuscript-store/change';
import { normaliseNewlines } from '@inkbear/prose/changes';
import { countWords } from '@inkbear/prose/word-count';
import { ProblemError } from '@inkbear/service-kit/problem';

/** Pieces of front and back matter, with what is counted of them. */
interface MatterContent {
  pieces: MatterSection[];
  pieceCount: number;
  wordCount: number;
  /** Bytes of titles and texts, and of the row itself; they count against the owner's quota. */
  storedBytes: number;
}

/** One revision of a book's front and back matter. The newest one is current; a book without a row has none. */
export interface MatterRow extends MatterContent {
  /** `<bookId>:<rev>` */
  _id: string;
  bookId: string;
  userId: string;
  rev: number;
  at: Date;
}

/** A revision without its pieces. */
export type MatterSummary = Pick<MatterRow, 'rev' | 'at' | 'pieceCount' | 'wordCount' | 'storedBytes'>;

/** The stored revisions of a book: the newest one in full, and all of them without their pieces, newest first. */
export interface MatterHistory {
  readonly current: MatterRow | null;
  readonly revisions: readonly MatterSummary[];
}

interface MatterSave {
  readonly bookId: string;
  readonly userId: string;
  /** The revision that the pieces are based on; 0 when there was none. */
  readonly baseRev: number;
  readonly content: MatterContent;
  readonly at: Date;
}

type MatterDecision =
  | { readonly state: 'unchanged'; readonly matter: MatterRow }
  | {
      readonly state: 'changed';
      readonly matter: MatterRow;
      /** Bytes of the new revision less those of removed ones; may be negative. */
      readonly growth: number;
      /** Older revisions are removed. */
      readonly oldestRev: number;
    };

/** Normalises texts as those of chapters, and counts them. */
export function toMatterContent(sent: readonly MatterSection[]): MatterContent {
  const pieces = sent.map(({ kind, title, text }) => ({
    kind,
    title: title.toWellFormed(),
    text: normaliseNewlines(text).toWellFormed(),
  }));
  const sum = (count: (piece: MatterSection) => number): number =>
    pieces.reduce((total, piece) => total + count(piece), 0);
  return {
    pieces,
    pieceCount: pieces.length,
    wordCount: sum(({ text }) => countWords(text)),
    storedBytes: rowOverheadBytes + sum(({ title, text }) => Buffer.byteLength(title) + Buffer.byteLength(text)),
  };
}

/**
 * Decides what a save writes: a new revision, of which the last 20 are kept. Pieces that are already stored create none,
 * whatever revision the client names, because the reply to an earlier save may have been lost. Throws 412 when they were
 * changed to something else since `baseRev`.
 */
export function decideMatter(
  { current, revisions }: MatterHistory,
  { bookId, userId, baseRev, content, at }: MatterSave,
): MatterDecision {
  if (current && isDeepStrictEqual(current.pieces, content.pieces)) return { state: 'unchanged', matter: current };
  const stored = current?.rev ?? 0;
  if (stored !== baseRev) throw new ProblemError('books.stale_revision', { rev: stored, message: staleText });
  const rev = stored + 1;
  const oldestRev = Math.max(1, rev - matterLimits.revisions + 1);
  const removed = revisions.filter((revision) => revision.rev < oldestRev);
  return {
    state: 'changed',
    matter: { _id: `${bookId}:${rev}`, bookId, userId, rev, at, ...content },
    growth: removed.reduce((bytes, { storedBytes }) => bytes - storedBytes, content.storedBytes),
    oldestRev,
  };
}

const staleText =
  'Front and back matter was changed somewhere else in the meantime. Reload it, then make your change again.';
