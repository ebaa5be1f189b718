import { scenesMax } from '@inkbear/contracts/books/scene';
import { retryOnConflict } from '@inkbear/manuscript-store/commit-save';
import { throwStaleRevision } from '@inkbear/manuscript-store/preconditions';
import { placeScene, takeScene } from '@inkbear/prose/marks/move-scene';
import { findScenes } from '@inkbear/prose/marks/scenes';
import { ProblemError } from '@inkbear/service-kit/problem';
import { chapterKind, type ChapterRow } from '../chapters/chapter.ts';
import { commitStructureChange, type RestructureDeps, type StructureRequest } from './commit-structure-change.ts';
import type { StructureChange } from './plan-structure-change.ts';
import type { StructureOperationRow } from './structure-operation.ts';

interface MoveRequest extends StructureRequest {
  readonly chapterId: string;
  readonly rev: number;
  readonly index: number;
  /** The same chapter, or another one of the book. */
  readonly toChapterId: string;
  readonly toRev: number;
  /** The index of the scene afterwards; one that is too high is the end of the chapter. */
  readonly toIndex: number;
}

/** Moves a scene, with a scene break, within its chapter or to another one. */
export const moveScene = (deps: RestructureDeps, request: MoveRequest): Promise<StructureOperationRow> =>
  retryOnConflict(async () => {
    const { chapters, policy } = deps;
    const { chapterId, toChapterId, userId } = request;
    const source = await chapters.getLive(chapterId, userId);
    const target = toChapterId === chapterId ? source : await chapters.getLive(toChapterId, userId);
    if (target.bookId !== source.bookId) throw new ProblemError('books.chapter_not_found');
    if (source.rev !== request.rev) throwStaleRevision(chapterKind, source);
    if (target.rev !== request.toRev) throwStaleRevision(chapterKind, target);
    await policy.requireEditable(source);
    return await commitStructureChange(deps, request, decideMove(source, target, request));
  });

/** Decides which text moves. Throws 404 when there is no such scene. */
export function decideMove(
  source: ChapterRow,
  target: ChapterRow,
  { index, toIndex }: Pick<MoveRequest, 'index' | 'toIndex'>,
): StructureChange {
  const isSameChapter = source._id === target._id;
  const scenes = findScenes(source.content, scenesMax);
  const taken = takeScene(source.content, scenes, index);
  if (!taken) throw new ProblemError('books.scene_not_found');
  const { scene, removed, separator } = taken;
  const move = { kind: 'move', isUndo: false } as const;
  const ids = { fromId: source._id, toId: target._id };
  const others = isSameChapter
    ? scenes.filter((each) => each !== scenes[index])
    : findScenes(target.content, scenesMax);
  if (isSameChapter && Math.min(toIndex, others.length) === index)
    return {
      ...move,
      chapters: [{ head: source, fate: 'kept', edits: [] }],
      moved: { ...ids, from: scene.from, to: scene.to, at: scene.from },
    };
  const text = source.content.slice(scene.from, scene.to);
  const { at, insert, sceneOffset } = placeScene(target.content, others, { index: toIndex, scene: text, separator });
  const removal = { ...removed, insert: '' };
  const insertion = { from: at, to: at, insert };
  const isAfterRemoval = isSameChapter && at > removed.from;
  return {
    ...move,
    chapters: isSameChapter
      ? [{ head: source, fate: 'kept', edits: isAfterRemoval ? [removal, insertion] : [insertion, removal] }]
      : [
          { head: source, fate: 'kept', edits: [removal] },
          { head: target, fate: 'kept', edits: [insertion] },
        ],
    moved: {
      ...ids,
      from: scene.from,
      to: scene.to,
      at: at + sceneOffset - (isAfterRemoval ? removed.to - removed.from : 0),
    },
  };
}
