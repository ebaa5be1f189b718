import { ChangeSet, type Text } from '@codemirror/state';
import { diffToChanges } from '@inkbear/prose/changes';
import { changedRanges, unchangedInverseEdits } from '../../features/writing/applied-change.ts';

/** The text that Cancel restores: the chapter without what was typed here since Edit was pressed. */
export interface CancelBaseline {
  readonly text: Text;
  /**
   * False when a remote change overlapped text that was typed here. Such text cannot be separated any more, so Cancel
   * leaves it.
   */
  readonly isComplete: boolean;
}

/** Rebases the baseline on a remote change that turned `before` into `now`, so that Cancel keeps the remote change. */
export function rebaseBaseline(
  { text, isComplete }: CancelBaseline,
  remote: ChangeSet,
  before: Text,
  now: Text,
): CancelBaseline {
  const typed = changedRanges(diffToChanges(text.toString(), before.toString()), text);
  const edits = unchangedInverseEdits(typed, remote, now);
  return {
    text: ChangeSet.of(edits, now.length, '\n').apply(now),
    isComplete: isComplete && edits.length === typed.length,
  };
}
