import { ChangeSet, type Text } from '@codemirror/state';
import { diffToChanges } from '@inkbear/prose/changes';
import { placesOf, possibleEdits } from '../../features/writing/made-change.ts';

/** What Cancel puts back: the chapter without what was typed here since Edit was pressed. */
export interface VisitStart {
  readonly text: Text;
  /** False when somebody wrote over words that were typed here: those cannot be told apart any more, and stay. */
  readonly isWhole: boolean;
}

/** A change came from elsewhere, made in `before` and with `now` as its outcome: it stays, whatever Cancel takes back. */
export function rebaseStart({ text, isWhole }: VisitStart, remote: ChangeSet, before: Text, now: Text): VisitStart {
  const typed = placesOf(diffToChanges(text.toString(), before.toString()), text);
  const edits = possibleEdits(typed, remote, now);
  return { text: ChangeSet.of(edits, now.length, '\n').apply(now), isWhole: isWhole && edits.length === typed.length };
}
