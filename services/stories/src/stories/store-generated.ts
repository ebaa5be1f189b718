import { diffToChanges, normaliseNewlines } from '@inkbear/prose/changes';
import { retryOnConflict } from '@inkbear/manuscript-store/commit-save';
import type { ManuscriptStore } from '@inkbear/manuscript-store/manuscript-store';
import { patchText } from '@inkbear/manuscript-store/patch-text';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { StoryRow } from './story.ts';

/** No revision has this number. So a change that is based on it succeeds only if its changeId is already stored. */
const noRevision = 0;

/**
 * Stores a generated text in a story without text. Throws 409 if the story has one. Idempotent: the id of the result is
 * the changeId, so a repeated request returns the first reply.
 */
export async function storeGenerated(
  store: ManuscriptStore<StoryRow>,
  { id, userId, resultId, content }: { id: string; userId: string; resultId: string; content: string },
): Promise<StoryRow> {
  const text = normaliseNewlines(content).toWellFormed();
  const origins = [{ from: 0, to: text.length, kind: 'ai', resultId }];
  const tryPatch = (baseRev: number, currentText: string) =>
    nullIfStale(
      patchText(store, {
        id,
        userId,
        baseRev,
        changeId: resultId,
        changes: diffToChanges(currentText, text).toJSON(),
        origins,
        kind: 'ai',
        timeZone: 'UTC',
      }),
    );
  return await retryOnConflict(async () => {
    const stored = await tryPatch(noRevision, '');
    if (stored) return stored;
    const { rev, content: currentText } = await store.heads.getLive(id, userId);
    if (currentText.trim() !== '') throw new ProblemError('stories.has_content');
    return await tryPatch(rev, currentText);
  });
}

async function nullIfStale<T>(save: Promise<T>): Promise<T | null> {
  try {
    return await save;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'stories.stale_revision') return null;
    throw error;
  }
}
