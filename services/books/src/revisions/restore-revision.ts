import type { NewId } from '@inkbear/service-kit/ids';
import { ProblemError } from '@inkbear/service-kit/problem';
import { diffToChanges } from '@inkbear/prose/changes';
import type { ChapterRow } from '../chapters/chapter.ts';
import { commitSave, untilWritten } from '../chapters/commit-save.ts';
import { decideSave } from '../chapters/decide-save.ts';
import type { PatchDeps } from '../chapters/patch-chapter.ts';

/** Makes an old text the present one, as a revision of its own. Its words are not counted as typed again. */
export async function restoreRevision(deps: PatchDeps & { newId: NewId }, wanted: { id: string; userId: string; rev: number; timeZone: string }): Promise<ChapterRow> {
  const { id, userId, rev, timeZone } = wanted;
  return await untilWritten(async () => {
    const chapter = await deps.chapters.getLive(id, userId);
    await deps.policy.requireEditable(chapter);
    if (!(await deps.revisions.find(id, rev))) throw new ProblemError('books.revision_not_found');
    const text = await deps.revisions.textAt(id, rev);
    if (text === chapter.content) return chapter;
    const decision = decideSave(chapter, { text: { text, changes: diffToChanges(chapter.content, text), changeId: deps.newId(), kind: 'restore', origins: [], countedAs: 'imported', timeZone }, now: deps.clock.now() });
    return (await commitSave(deps, decision)) ? decision.after : null;
  });
}
