import { type Conflict, isDirty, quotaRefusalOf, type SaveModel } from './save-model.ts';

/** What a screen may say about a document's words. */
export interface SaveView {
  readonly phase: SaveModel['phase']['name'];
  readonly isDirty: boolean;
  readonly isOffline: boolean;
  /**
   * False while there are unsaved changes that this browser could not store either: closing the page would lose them.
   */
  readonly isPersisted: boolean;
  /** When the server last acknowledged something here; null before the first time. */
  readonly savedAt: number | null;
  /** When the oldest change was made that the server does not have. */
  readonly unsavedSince: number | null;
  readonly words: number;
  readonly rev: number;
  /** Why the server refuses, in words for the author. */
  readonly message: string | null;
  /** The storage quota refused the oldest change, and no other answer came since: it is retried by itself. */
  readonly isOverQuota: boolean;
  readonly conflict: Conflict | null;
}

export function viewOf(
  model: SaveModel,
  { savedAt, hasJournalFailed }: { savedAt: number | null; hasJournalFailed: boolean },
): SaveView {
  const { phase } = model;
  const overQuota = quotaRefusalOf(model);
  return {
    phase: phase.name,
    isDirty: isDirty(model),
    isOffline: phase.name === 'retrying' && phase.isOffline,
    isPersisted: !hasJournalFailed || !isDirty(model),
    savedAt,
    unsavedSince: model.batches[0]?.since ?? null,
    words: model.words,
    rev: model.base.rev,
    message: phase.name === 'refused' ? phase.message : (overQuota?.message ?? null),
    isOverQuota: overQuota !== null,
    conflict: phase.name === 'conflict' ? phase.conflict : null,
  };
}
