/**
 * The outcome of undoing a change. `unsaved`: undone, but not saved yet. `refused`: the text has changed since, or a
 * conflict is unresolved.
 */
export type UndoOutcome = 'saved' | 'unsaved' | 'refused';
/** The message for `unsaved`. */
export const unsavedUndoText = 'It is not saved yet; saving is retried automatically. Keep this tab open until then.';
