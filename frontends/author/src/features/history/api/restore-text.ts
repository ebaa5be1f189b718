import { restoreRevision } from '@inkbear/contracts/books/chapter';
import { call } from '@inkbear/web-kit/api.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';

/** What was typed last has not reached the server, so that it would not be in the history. */
export class NotSavedError extends Error {}

/** What a restoration changed: the whole text before and after it. */
export interface Restored { readonly before: string; readonly after: string }

/** Makes an old text the current one, after everything typed is saved. */
export async function restoreText(queue: SaveQueue, chapterId: string, rev: number): Promise<Restored> {
  if (!(await queue.flush())) throw new NotSavedError('What was typed last is not saved.');
  const before = queue.text.toString();
  await call(restoreRevision, { params: { id: chapterId, rev: String(rev) } });
  await queue.refresh();
  return { before, after: queue.text.toString() };
}
