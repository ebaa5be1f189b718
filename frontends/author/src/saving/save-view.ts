import { type Conflict, isDirty, quotaRefusalOf, type SaveModel } from './save-model.ts';

/** The save state of a document for the screen. */
export interface SaveView {
  readonly phase: SaveModel['phase']['name'];
  readonly isDirty: boolean;
  readonly isOffline: boolean;
  /** False while unsaved changes exist only in this page's memory: closing the page would lose them. */
  readonly isPersisted: boolean;
  /** The time of the last acknowledged save in this tab; null before the first one. */
  readonly savedAt: number | null;
  /** The time of the oldest unsaved change. */
  readonly unsavedSince: number | null;
  readonly words: number;
  readonly rev: number;
  /** The reason of a refusal, for the author. */
  readonly message: string | null;
  /** The storage quota refused the oldest change; it is retried automatically. */
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
