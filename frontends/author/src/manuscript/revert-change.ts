import { ChangeSet, Text } from '@codemirror/state';
import { diffToChanges } from '@inkbear/prose/changes';
import type { SaveQueue } from '../saving/save-queue.ts';
import type { UndoOutcome } from '../saving/undo-outcome.ts';
import { changedRanges, type ChangedRange, inverseEdits } from '../features/writing/applied-change.ts';

/** A change that was saved: its ranges, and the whole text directly after it. */
interface SavedChange {
  readonly text: string;
  readonly ranges: readonly ChangedRange[];
}

/** Reverts exactly this change and keeps all later changes, from this tab or another. */
export async function revertChange({ text, ranges }: SavedChange, queue: SaveQueue): Promise<UndoOutcome> {
  // Another tab may have saved newer text.
  if (await queue.flush()) await queue.refresh();
  const edits = inverseEdits(ranges, diffToChanges(text, queue.text.toString()), queue.text);
  if (edits === null || !queue.applyExternalEdit(ChangeSet.of(edits, queue.text.length, '\n'))) return 'refused';
  return (await queue.flush()) ? 'saved' : 'unsaved';
}

/** Like `revertChange`, for a change that is given by the texts before and after it. */
export const revertBetween = (before: string, after: string, queue: SaveQueue): Promise<UndoOutcome> =>
  revertChange(
    { text: after, ranges: changedRanges(diffToChanges(before, after), Text.of(before.split('\n'))) },
    queue,
  );
