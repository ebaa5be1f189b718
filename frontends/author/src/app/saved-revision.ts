import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';

/** The revision that reads exactly like this, once what was typed is saved; null when it could not be saved, or somebody has typed on. */
export async function savedRevisionOf(queue: SaveQueue, content: string): Promise<number | null> {
  await queue.flush();
  return queue.isDirty || queue.text.toString() !== content ? null : queue.view().rev;
}
