import { normaliseNewlines } from '@inkbear/prose/changes';
import { call } from '@inkbear/web-kit/api.ts';
import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { revisionRoutes } from './revision-routes.ts';

/** What was typed last has not reached the server, so that it would not be in the history. */
export class NotSavedError extends Error {}

/** What a restoration changed: the whole text before and after it, and whether the page could load it. */
export interface Restored {
  readonly before: string;
  readonly after: string;
  readonly isShown: boolean;
}

/** Makes an old text the current one, after everything typed is saved. */
export async function restoreText(queue: SaveQueue, { kind, id }: Manuscript, rev: number): Promise<Restored> {
  if (!(await queue.flush())) throw new NotSavedError('What was typed last is not saved.');
  const before = queue.text.toString();
  // What is typed here from now on is none of the restoration, so that its text is the server's and not the page's.
  const { content } = await call(revisionRoutes[kind].restore, { params: { id, rev: String(rev) } });
  const isShown = await queue.refresh();
  return { before, after: normaliseNewlines(content), isShown };
}
