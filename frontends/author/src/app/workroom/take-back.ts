import { ChangeSet, Text } from '@codemirror/state';
import { diffToChanges } from '@inkbear/prose/changes';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { type ChangedPlace, inverseEdits, placesOf } from '../../features/writing/take-back.ts';

/** A change that was made, and the whole text right after it. */
interface Made { readonly text: string; readonly places: readonly ChangedPlace[] }

/** Takes exactly this change back and keeps what came since, here or elsewhere; false when one of its places was changed again. */
export async function takeBack({ text, places }: Made, queue: SaveQueue): Promise<boolean> {
  // Another tab may have written on.
  if (await queue.flush()) await queue.refresh();
  const edits = inverseEdits(places, diffToChanges(text, queue.text.toString()), queue.text);
  if (edits === null) return false;
  queue.applyHere(ChangeSet.of(edits, queue.text.length, '\n'));
  await queue.flush();
  return true;
}

/** The same for a change that is known by its two texts. */
export const takeBackBetween = (before: string, after: string, queue: SaveQueue): Promise<boolean> =>
  takeBack({ text: after, places: placesOf(diffToChanges(before, after), Text.of(before.split('\n'))) }, queue);
