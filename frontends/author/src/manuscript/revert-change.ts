import { ChangeSet, Text } from '@codemirror/state';
import { diffToChanges } from '@inkbear/prose/changes';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import type { UndoOutcome } from '@inkbear/web-kit/saving/undo-outcome.ts';
import { type ChangedPlace, inverseEdits, placesOf } from '../features/writing/made-change.ts';

/** A change that was made: its places, and the whole text right after it. */
interface AppliedChange {
  readonly text: string;
  readonly places: readonly ChangedPlace[];
}

/** Reverts exactly this change and keeps all later changes, from this tab or another. */
export async function revertChange({ text, places }: AppliedChange, queue: SaveQueue): Promise<UndoOutcome> {
  // Another tab may have saved newer text.
  if (await queue.flush()) await queue.refresh();
  const edits = inverseEdits(places, diffToChanges(text, queue.text.toString()), queue.text);
  if (edits === null || !queue.applyExternalEdit(ChangeSet.of(edits, queue.text.length, '\n'))) return 'refused';
  return (await queue.flush()) ? 'saved' : 'unsaved';
}

/** The same for a change given by the texts before and after it. */
export const revertBetween = (before: string, after: string, queue: SaveQueue): Promise<UndoOutcome> =>
  revertChange({ text: after, places: placesOf(diffToChanges(before, after), Text.of(before.split('\n'))) }, queue);
