import { diffToChanges, normaliseNewlines } from '@inkbear/prose/changes';
import { untilWritten } from '@inkbear/manuscript-store/commit-save';
import type { Manuscripts } from '@inkbear/manuscript-store/manuscripts';
import { patchText } from '@inkbear/manuscript-store/patch-text';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { StoryRow } from './story.ts';

/** No revision has this number, so only a change that is known already is answered. */
const noRevision = 0;

/** Keeps what AI wrote in a story that has no text. The result's id is the change's, so a repeat is answered as the first time; a story with other text refuses. */
export async function storeGenerated(manuscripts: Manuscripts<StoryRow>, { id, userId, resultId, content }: { id: string; userId: string; resultId: string; content: string }): Promise<StoryRow> {
  const text = normaliseNewlines(content).toWellFormed();
  return await untilWritten(async () => {
    const { rev, content: present } = await manuscripts.heads.getLive(id, userId);
    const isEmpty = present.trim() === '';
    const origins = [{ from: 0, to: text.length, kind: 'ai', resultId }];
    try {
      return await patchText(manuscripts, { id, userId, baseRev: isEmpty ? rev : noRevision, changeId: resultId, changes: diffToChanges(present, text).toJSON(), origins, kind: 'ai', timeZone: 'UTC' });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'stories.stale_revision') throw error;
      if (!isEmpty) throw new ProblemError('stories.has_content');
      return null;
    }
  });
}
