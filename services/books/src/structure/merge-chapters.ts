import { retryOnConflict } from '@inkbear/manuscript-store/commit-save';
import { throwStaleRevision } from '@inkbear/manuscript-store/preconditions';
import { joinTexts, rejoinTexts } from '@inkbear/prose/marks/divide-text';
import { ProblemError } from '@inkbear/service-kit/problem';
import { chapterKind, type ChapterRow } from '../chapters/chapter.ts';
import { joinBeats } from './beats.ts';
import { commitStructureChange, type RestructureDeps, type StructureRequest } from './commit-structure-change.ts';
import type { StructureChange } from './plan-structure-change.ts';
import type { StructureOperationRow } from './structure-operation.ts';

interface MergeRequest extends StructureRequest {
  readonly chapterId: string;
  readonly rev: number;
  /** The revision of the next chapter. */
  readonly withRev: number;
}

/** Adds the text of the next chapter to a chapter, and moves that chapter to the trash, with its text. */
export const mergeChapters = (deps: RestructureDeps, request: MergeRequest): Promise<StructureOperationRow> =>
  retryOnConflict(async () => {
    const { chapters, policy, structureOperations, newId } = deps;
    const first = await chapters.getLive(request.chapterId, request.userId);
    if (first.rev !== request.rev) throwStaleRevision(chapterKind, first);
    await policy.requireEditable(first);
    const second = await chapters.findNext(first);
    if (!second) throw new ProblemError('books.no_next_chapter');
    if (second.rev !== request.withRev) throwStaleRevision(chapterKind, second);
    const split = await structureOperations.findSplit(first.bookId, [first, second]);
    return await commitStructureChange(deps, request, decideMerge(first, second, split?.joint ?? null, newId));
  });

/**
 * Decides how the texts and beats of two chapters become one.
 * @param joint what a split has left out between them, if they have not changed since; null otherwise
 */
export function decideMerge(
  first: ChapterRow,
  second: ChapterRow,
  joint: string | null,
  newId: () => string,
): StructureChange {
  const join = joint === null ? joinTexts(first.content, second.content) : rejoinTexts(first.content, joint);
  const { firstTo, secondFrom } = join;
  const edit = { from: firstTo, to: first.content.length, insert: join.joint + second.content.slice(secondFrom) };
  const { beats, addedIds } = joinBeats(first.beats ?? [], second.beats ?? [], newId);
  return {
    kind: 'merge',
    isUndo: false,
    chapters: [
      { head: first, fate: 'kept', edits: edit.from === edit.to && edit.insert === '' ? [] : [edit], beats },
      { head: second, fate: 'trashed', edits: [] },
    ],
    moved: {
      fromId: second._id,
      toId: first._id,
      from: secondFrom,
      to: second.content.length,
      at: firstTo + join.joint.length,
    },
    beatIds: addedIds,
  };
}
