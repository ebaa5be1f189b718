import { ChangeSet, Text } from '@codemirror/state';
import { diffToChanges } from '@inkbear/prose/changes';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import type { TakenBack } from '@inkbear/web-kit/saving/taken-back.ts';
import { type ChangedPlace, inverseEdits, placesOf } from '../../features/writing/made-change.ts';

/** A change that was made, and the whole text right after it. */
interface Made {
  readonly text: string;
  readonly places: readonly ChangedPlace[];
}

/** Takes exactly this change back and keeps what came since, here or elsewhere. */
export async function takeBack({ text, places }: Made, queue: SaveQueue): Promise<TakenBack> {
  // Another tab may have written on.
  if (await queue.flush()) await queue.refresh();
  const edits = inverseEdits(places, diffToChanges(text, queue.text.toString()), queue.text);
  if (edits === null || !queue.applyHere(ChangeSet.of(edits, queue.text.length, '\n'))) return 'refused';
  return (await queue.flush()) ? 'saved' : 'unsaved';
}

/** The same for a change that is known by its two texts. */
export const takeBackBetween = (before: string, after: string, queue: SaveQueue): Promise<TakenBack> =>
  takeBack({ text: after, places: placesOf(diffToChanges(before, after), Text.of(before.split('\n'))) }, queue);
