import { restoreRevision } from '@inkbear/contracts/books/chapter';
import { call } from '@inkbear/web-kit/api.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';

/** What was typed last has not reached the server, so that it would not be in the history. */
export class NotSavedError extends Error {}

/** Makes an old text the current one, after everything typed is saved. Answers the revision that leads back. */
export async function restoreText(queue: SaveQueue, chapterId: string, rev: number): Promise<number> {
  if (!(await queue.flush())) throw new NotSavedError('What was typed last is not saved.');
  const before = queue.view().rev;
  await call(restoreRevision, { params: { id: chapterId, rev: String(rev) } });
  await queue.refresh();
  return before;
}
