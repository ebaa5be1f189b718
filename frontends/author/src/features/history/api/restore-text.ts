import { normaliseNewlines } from '@inkbear/prose/changes';
import { call } from '@inkbear/web-kit/api.ts';
import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { revisionRoutes } from './revision-routes.ts';

/** Thrown when the latest changes are not saved yet, because the history would miss them. */
export class NotSavedError extends Error {}

/** The change that a restore made: the text before and after it, and whether the page could load it. */
export interface RestoredChange {
  readonly before: string;
  readonly after: string;
  readonly isShown: boolean;
}

/** Saves first, then restores an old revision as the current text. */
export async function restoreText(queue: SaveQueue, { kind, id }: Manuscript, rev: number): Promise<RestoredChange> {
  if (!(await queue.flush())) throw new NotSavedError('The latest changes are not saved.');
  const before = queue.text.toString();
  // The text after the restore comes from the server, because the author may type here meanwhile.
  const { content } = await call(revisionRoutes[kind].restore, { params: { id, rev: String(rev) } });
  const isShown = await queue.refresh();
  return { before, after: normaliseNewlines(content), isShown };
}
