import type { ErrorCode } from '@inkbear/contracts/error-codes';
import type { TextChanges } from '@inkbear/prose/changes';
import type { OriginDelta, OriginSpan } from '@inkbear/prose/origins';
import { Renames } from '@inkbear/service-kit/mongo-renames';
import { type Change, quotaBytes, firstChange, replayChanges } from './change.ts';

/**
 * The head of a manuscript (a chapter, a story or any other text with a history), as use cases see it.
 *
 * How a manuscript's text is stored:
 * - **Head row** (`collections.heads`, type `StoredHead`): `content` is the text at the last flush, NOT the current text.
 * - **Pending changes** (`recent` in the head row): the changes since that flush, oldest first. An autosave only pushes one
 *   change here; it rewrites neither the text nor the history. Current text = `content` with all pending changes applied
 *   (`readStoredHead`).
 * - **History** (`collections.changes`, type `ChangeRow`): one row per flushed change. A flush writes the current text to
 *   `content`, moves the pending changes here and empties `recent`, in one transaction. It happens for changes over 1 KB,
 *   at snapshots and when the whole text is saved.
 * - **Snapshots** (`collections.snapshots`, type `SnapshotRow`): the whole text of every hundredth revision, or after 4 MB of
 *   changes. The text of an old revision = the nearest snapshot before it with the later changes applied.
 *
 * In memory, `content` of this type is always the current text. Never read `content` of a head row directly.
 *
 * Some stored names are older than the names in code and documents:
 *
 * | Stored            | In code                                                       |
 * | ----------------- | ------------------------------------------------------------- |
 * | `recent` (head)   | pending changes                                               |
 * | `thinAt` (head)   | `compactAt`; both are stored until the old name is dropped    |
 * | `folded` (change) | compacted                                                     |
 * | `kept` (change)   | pinned, so never compacted                                    |
 */
export interface ManuscriptHead {
  _id: string;
  userId: string;
  /** Only `live` manuscripts can be read or changed. Others are in the trash or to be erased. */
  state: string;
  content: string;
  /** Revision number; incremented with each change of the text. */
  rev: number;
  /** Incremented with every write of a field that a save reads or sets; a save compares it before it writes (optimistic lock). */
  version: number;
  wordCount: number;
  isComplete: boolean;
  /**
   * Spans of the current text that were not typed (pasted, AI, imported); absent while there are none. Only for kinds
   * with `countsOrigins`.
   */
  notTyped?: OriginSpan[];
  /** Bytes of changes since the last snapshot; absent in rows of earlier releases. */
  sinceSnapshot?: number;
  /** When the history is due for compaction; null while there is nothing to compact. */
  compactAt: Date | null;
  updatedAt: Date;
  /**
   * Bytes of text, fields, changes and snapshots that count against the owner's quota. Only written with `$inc`, so
   * that concurrent saves and jobs do not overwrite each other; a value that was read may be stale.
   */
  storedBytes: number;
  /** Bytes of deleted revisions, which do not count against the quota. */
  deletedBytes: number;
  /**
   * Bytes of the other fields that the author set. They are limited separately, because list routes return all fields.
   */
  fieldBytes: number;
}

/** Fields of every head that are being renamed. A kind whose own fields are being renamed has its own `renames`. */
export const headRenames = new Renames({ compactAt: 'thinAt' });

/**
 * A head as stored in its row. `recent` has the pending changes, oldest first; `content` is the text before them.
 * Renamed fields are stored under both names.
 */
export type StoredHead<R> = R & { recent: Change[]; thinAt: Date | null };

/** The row of a new head, without pending changes. */
export const toStoredHead = <R extends ManuscriptHead>(head: R, renames = headRenames): StoredHead<R> =>
  renames.withBothNames({ ...head, recent: [] }) as unknown as StoredHead<R>;

/** Converts a row to a head with the current text: applies the pending changes to `content`. */
export function readStoredHead<R extends Pick<ManuscriptHead, 'content'>>(
  { recent, ...stored }: StoredHead<R>,
  renames = headRenames,
): R {
  return { ...renames.read<R>(stored), content: replayChanges(stored.content, recent) };
}

/** Facts about a save from which a kind derives its additional fields. */
export interface SaveContext {
  /** Added and removed words by origin; null when the text was not saved, or when its words only move. */
  readonly words: OriginDelta | null;
  /** What was done to the text; null when it was not saved, or when the caller moves the positions in it. */
  readonly edit: { readonly before: string; readonly changes: TextChanges } | null;
  readonly now: Date;
  /** The author's IANA time zone. */
  readonly timeZone: string;
}

/** Describes one kind of manuscript: collections, error codes, limits and derived fields. */
export interface ManuscriptKind<R extends ManuscriptHead> {
  /** The name in metrics. */
  readonly name: 'chapter' | 'story';
  readonly collections: { readonly heads: string; readonly changes: string; readonly snapshots: string };
  readonly errors: {
    readonly notFound: ErrorCode;
    readonly revisionNotFound: ErrorCode;
    readonly stale: ErrorCode;
    readonly invalidChanges: ErrorCode;
    readonly tooLarge: ErrorCode;
    readonly revisionCurrent: ErrorCode;
  };
  /** Maximum length of the text, in UTF-16 units. */
  readonly maxUnits: number;
  /** Whether words are counted by origin, also when they are removed. */
  readonly countsOrigins?: boolean;
  /** The fields of the kind's heads that are being renamed, if there are more than those of every head. */
  readonly renames?: typeof headRenames;
  /** The other texts that an author sets, such as a title. */
  readonly fieldTexts: (row: R) => readonly string[];
  /**
   * Computes the additional fields of the kind after a save, at least `isComplete`. Pure. `after` already has the new
   * text, word count and fields. When fields with text get shorter by it, it returns their new `fieldBytes`.
   */
  readonly derive: (after: R, context: SaveContext) => Partial<R> & Pick<R, 'isComplete'>;
}

/** Bytes of the other texts that the author set. */
export const fieldBytesOf = <R extends ManuscriptHead>(
  manuscriptKind: Pick<ManuscriptKind<R>, 'fieldTexts'>,
  row: R,
): number => manuscriptKind.fieldTexts(row).reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** Byte counters of a new, empty manuscript: its fields and the first row of its history. */
export function initialBytes<R extends ManuscriptHead>(
  manuscriptKind: Pick<ManuscriptKind<R>, 'fieldTexts'>,
  row: R,
): Pick<ManuscriptHead, 'storedBytes' | 'deletedBytes' | 'fieldBytes'> {
  const fieldBytes = fieldBytesOf(manuscriptKind, row);
  return { storedBytes: fieldBytes + quotaBytes(firstChange(row.updatedAt)), deletedBytes: 0, fieldBytes };
}
