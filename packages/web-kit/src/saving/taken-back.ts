/**
 * What became of taking a change back. `unsaved`: it is back, and only this browser knows of it yet. `refused`: its
 * words were changed since, or the author has two texts to decide between.
 */
export type TakenBack = 'saved' | 'unsaved' | 'refused';
/** Said of `unsaved`. */
export const keptHereText = 'It is not saved yet and is sent again by itself. Keep this tab open until then.';
