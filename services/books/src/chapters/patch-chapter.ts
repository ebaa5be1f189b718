import type { RouteBody } from '@inkbear/contracts/route';
import type { patchChapter as route } from '@inkbear/contracts/books/chapter';
import type { Clock } from '@inkbear/service-kit/clock';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import { applyChanges, InvalidChangesError, parseChanges } from '@inkbear/prose/changes';
import { InvalidOriginsError, parseOrigins } from '@inkbear/prose/origins';
import type { BookPolicy } from '../books/book.policy.ts';
import type { RevisionRepository } from '../revisions/revision.repository.ts';
import { type ChapterRow, requireFits } from './chapter.ts';
import type { ChapterRepository } from './chapter.repository.ts';
import { commitSave, untilWritten } from './commit-save.ts';
import { decideSave } from './decide-save.ts';

export interface PatchDeps {
  readonly chapters: ChapterRepository;
  readonly revisions: RevisionRepository;
  readonly policy: BookPolicy;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/** Applies changes to the revision they were made for. A changeId that is known already answers what it answered then. */
export async function patchChapter(deps: PatchDeps, patch: { id: string; userId: string; baseRev: number; body: RouteBody<typeof route>; timeZone: string }): Promise<ChapterRow> {
  const { id, userId, baseRev, body } = patch;
  return await untilWritten(async () => {
    const chapter = await deps.chapters.getLive(id, userId);
    if (chapter.rev !== baseRev) return await replay(deps, chapter, body.changeId) ?? stale(chapter);
    await deps.policy.requireEditable(chapter);
    const { text, changes, origins } = readPatch(chapter, body);
    const decision = decideSave(chapter, { text: { text, changes, origins, changeId: body.changeId, kind: body.kind, timeZone: patch.timeZone }, now: deps.clock.now() });
    try {
      return (await commitSave(deps, decision)) ? decision.after : null;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return await replay(deps, chapter, body.changeId);
    }
  });
}

export function stale(chapter: ChapterRow): never {
  throw new ProblemError('books.stale_revision', { rev: chapter.rev });
}

function readPatch(chapter: ChapterRow, body: RouteBody<typeof route>) {
  try {
    const changes = parseChanges(body.changes, chapter.content.length);
    const text = applyChanges(chapter.content, changes);
    requireFits(text);
    return { text, changes, origins: parseOrigins(body.origins, text.length) };
  } catch (error) {
    if (error instanceof InvalidChangesError || error instanceof InvalidOriginsError) throw new ProblemError('books.invalid_changes', { cause: error });
    throw error;
  }
}

/** The chapter as it was right after this change; null for an unknown changeId. */
async function replay({ revisions }: PatchDeps, chapter: ChapterRow, changeId: string): Promise<ChapterRow | null> {
  const earlier = await revisions.findByChangeId(chapter._id, changeId);
  if (!earlier) return null;
  const { rev, wordCount, isComplete, at } = earlier;
  return { ...chapter, rev, wordCount, isComplete, updatedAt: at };
}
