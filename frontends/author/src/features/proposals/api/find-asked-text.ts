import { getRevision } from '@inkbear/contracts/books/revision';
import { getStoryRevision } from '@inkbear/contracts/stories/story';
import { normaliseNewlines } from '@inkbear/prose/changes';
import { ApiError } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';

/** The text at the time of a request; null when the history no longer has that revision. */
export async function findAskedText({ kind, id }: Manuscript, rev: number | null): Promise<string | null> {
  if (rev === null) return null;
  try {
    return normaliseNewlines(
      (await call(kind === 'chapter' ? getRevision : getStoryRevision, { params: { id, rev: String(rev) } })).content,
    );
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
