import type { RouteBody } from '@inkbear/contracts/route';
import type { saveChapter as route } from '@inkbear/contracts/books/chapter';
import type { NewId } from '@inkbear/service-kit/ids';
import { diffToChanges, normaliseNewlines } from '@inkbear/prose/changes';
import type { ChapterFields, ChapterRow } from './chapter.ts';
import { requireFits } from './chapter.ts';
import { commitSave, untilWritten } from './commit-save.ts';
import { decideSave } from './decide-save.ts';
import { type PatchDeps, stale } from './patch-chapter.ts';

/** Saves fields, the whole text or both. Without a known revision the text is replaced all the same, and the old one stays in history. */
export async function saveChapter(deps: PatchDeps & { newId: NewId }, save: { id: string; userId: string; baseRev: number | null; body: RouteBody<typeof route>; timeZone: string }): Promise<ChapterRow> {
  const { id, userId, baseRev, body, timeZone } = save;
  const { content, isComplete, ...others } = body;
  const sent = { ...others, ...(isComplete === undefined ? {} : { flaggedComplete: isComplete }) };
  const fields = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<ChapterFields>;
  const text = content === undefined ? undefined : normaliseNewlines(content).toWellFormed();
  if (text !== undefined) requireFits(text);
  return await untilWritten(async () => {
    const chapter = await deps.chapters.getLive(id, userId);
    if (baseRev !== null && chapter.rev !== baseRev) stale(chapter);
    await deps.policy.requireEditable(chapter);
    const isSameText = text === undefined || text === chapter.content;
    if (isSameText && Object.keys(fields).length === 0) return chapter;
    const kind = baseRev === null ? 'forced-put' : 'put';
    const textSave = isSameText ? undefined : { text, changes: diffToChanges(chapter.content, text), changeId: deps.newId(), kind, origins: [], timeZone } as const;
    const decision = decideSave(chapter, { fields, text: textSave, now: deps.clock.now() });
    return (await commitSave(deps, decision)) ? decision.after : null;
  });
}
