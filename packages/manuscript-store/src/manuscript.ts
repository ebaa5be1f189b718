import type { ErrorCode } from '@inkbear/contracts/error-codes';
import type { OriginDelta, OriginSpan } from '@inkbear/prose/origins';
import type { Batches } from '@inkbear/service-kit/batches';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { type Change, quotaBytes, firstChange, replayChanges } from './change.ts';
import type { HeadCache } from './head-cache.ts';
import type { HeadRepository } from './head.repository.ts';
import type { HistoryRepository } from './history.repository.ts';

/** The head of a manuscript: of a chapter, a story or whatever else is a text with a history. */
export interface ManuscriptRow {
  _id: string;
  userId: string;
  /** Only `live` ones are within reach. */
  state: string;
  content: string;
  /** Rises with the text. */
  rev: number;
  /** Rises with every write of the row; what a save compares before it writes. */
  version: number;
  wordCount: number;
  isComplete: boolean;
  /** Where the present text was not typed, as far as it is known; absent while all of it was. Only for a kind that counts words by origin. */
  notTyped?: OriginSpan[];
  /** Bytes of changes since the last revision that is kept whole; absent in rows of earlier releases. */
  sinceSnapshot?: number;
  /** When its history is looked at for folding; null while nothing can be folded. */
  thinAt: Date | null;
  updatedAt: Date;
  /**
   * Bytes of text, fields, changes and snapshots that count against the owner's quota. Only ever incremented, so that a save
   * and a job that run at once do not undo each other; the value that a save has read may be old.
   */
  storedBytes: number;
  /** Bytes of deleted revisions, which do not count. */
  deletedBytes: number;
  /** Bytes of what its author set beside the text; lists answer all of it. */
  fieldBytes: number;
}

/** A head as its row keeps it: `recent` are the newest changes, oldest first, that are not in the history yet, and `content` is the text before them. */
export type StoredHead<R> = R & { recent: Change[] };

/** A new head, for whose row nothing waits. */
export const toStoredHead = <R extends ManuscriptRow>(head: R): StoredHead<R> => ({ ...head, recent: [] });

/** The head, with its text, of a row as it was stored. */
export function readStoredHead<R extends Pick<ManuscriptRow, 'content'>>({ recent, ...stored }: StoredHead<R>): R {
  return { ...stored, content: replayChanges(stored.content, recent) } as unknown as R;
}

/** What a save did, for the fields that a kind derives from it. */
export interface SaveContext {
  /** Words by where they came from; null when the text was not saved. */
  readonly words: OriginDelta | null;
  readonly now: Date;
  /** IANA zone of the author's clock. */
  readonly timeZone: string;
}

/** What tells one kind of manuscript from another. */
export interface ManuscriptKind<R extends ManuscriptRow> {
  readonly collections: { readonly heads: string; readonly changes: string; readonly snapshots: string };
  readonly errors: {
    readonly notFound: ErrorCode;
    readonly revisionNotFound: ErrorCode;
    readonly stale: ErrorCode;
    readonly invalidChanges: ErrorCode;
    readonly tooLarge: ErrorCode;
    readonly revisionCurrent: ErrorCode;
  };
  /** The longest text, in UTF-16 units. */
  readonly maxUnits: number;
  /** Words are counted by where they came from, also when they are removed. */
  readonly countsOrigins?: boolean;
  /** The texts that an author sets beside the content. */
  readonly fieldTexts: (row: R) => readonly string[];
  /** The kind's own fields after a save; `after` has the new text, count and sent fields already. Pure, at least `isComplete`. */
  readonly derive: (after: R, facts: SaveContext) => Partial<R> & Pick<R, 'isComplete'>;
}

/** Bytes of what an author set beside the text. */
export const fieldBytesOf = <R extends ManuscriptRow>(
  manuscriptKind: Pick<ManuscriptKind<R>, 'fieldTexts'>,
  row: R,
): number => manuscriptKind.fieldTexts(row).reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** What a new manuscript without a text takes: its fields and the first row of its history. */
export function initialBytes<R extends ManuscriptRow>(
  manuscriptKind: Pick<ManuscriptKind<R>, 'fieldTexts'>,
  row: R,
): Pick<ManuscriptRow, 'storedBytes' | 'deletedBytes' | 'fieldBytes'> {
  const fieldBytes = fieldBytesOf(manuscriptKind, row);
  return { storedBytes: fieldBytes + quotaBytes(firstChange(row.updatedAt)), deletedBytes: 0, fieldBytes };
}

/** All that the use cases of one kind need; a service puts it together in its `deps.ts`. */
export interface ManuscriptStore<R extends ManuscriptRow> {
  readonly manuscriptKind: ManuscriptKind<R>;
  readonly heads: HeadRepository<R>;
  readonly history: HistoryRepository;
  readonly cache: HeadCache<R>;
  /** Throws when its owner may read but not change it. */
  readonly requireEditable: (row: R) => Promise<void>;
  /** Throws 403 when its owner has no room for so many bytes more. */
  readonly quota: Pick<ByteQuota, 'reserve' | 'forget'>;
  /** Throws 403 when the fields of all that is listed together would grow beyond what a list may answer; `growth` in bytes. */
  readonly requireListCapacity: (row: R, growth: number) => Promise<void>;
  readonly batches: Batches;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly newId: NewId;
}
