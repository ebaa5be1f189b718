import { diffToChanges, normaliseNewlines } from '@inkbear/prose/changes';
import { retryOnConflict } from '@inkbear/manuscript-store/commit-save';
import type { ManuscriptStore } from '@inkbear/manuscript-store/manuscript';
import { patchText } from '@inkbear/manuscript-store/patch-text';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { StoryRow } from './story.ts';

/** No revision has this number: who sends a change for it asks whether the change is known already. */
const noRevision = 0;

/** Keeps what AI wrote in a story that has no text. The result's id is the change's, so a repeat is answered as the first time; a story with other text refuses. */
export async function storeGenerated(
  manuscripts: ManuscriptStore<StoryRow>,
  { id, userId, resultId, content }: { id: string; userId: string; resultId: string; content: string },
): Promise<StoryRow> {
  const text = normaliseNewlines(content).toWellFormed();
  const origins = [{ from: 0, to: text.length, kind: 'ai', resultId }];
  const send = (baseRev: number, present: string) =>
    unlessStale(
      patchText(manuscripts, {
        id,
        userId,
        baseRev,
        changeId: resultId,
        changes: diffToChanges(present, text).toJSON(),
        origins,
        kind: 'ai',
        timeZone: 'UTC',
      }),
    );
  return await retryOnConflict(async () => {
    const known = await send(noRevision, '');
    if (known) return known;
    const { rev, content: present } = await manuscripts.heads.getLive(id, userId);
    if (present.trim() !== '') throw new ProblemError('stories.has_content');
    return await send(rev, present);
  });
}

async function unlessStale<T>(save: Promise<T>): Promise<T | null> {
  try {
    return await save;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'stories.stale_revision') return null;
    throw error;
  }
}
