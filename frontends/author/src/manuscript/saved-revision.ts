import type { SaveQueue } from '../saving/save-queue.ts';

/**
 * Saves first, then returns the revision whose text equals `content`; null when saving failed or the text has changed
 * since.
 */
export async function findSavedRevision(queue: SaveQueue, content: string): Promise<number | null> {
  await queue.flush();
  return queue.isDirty || queue.text.toString() !== content ? null : queue.view().rev;
}
