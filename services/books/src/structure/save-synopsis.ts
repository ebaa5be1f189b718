import { type SceneReply, scenesMax } from '@inkbear/contracts/books/scene';
import { commitSave, retryOnConflict } from '@inkbear/manuscript-store/commit-save';
import { decideSave } from '@inkbear/manuscript-store/decide-save';
import { throwStaleRevision } from '@inkbear/manuscript-store/preconditions';
import { findScenes } from '@inkbear/prose/marks/scenes';
import { ProblemError } from '@inkbear/service-kit/problem';
import { withSynopsis } from '../chapters/synopses.ts';
import type { RestructureDeps } from './commit-structure-change.ts';
import { listScenes } from './list-scenes.ts';

interface SynopsisRequest {
  readonly chapterId: string;
  readonly userId: string;
  readonly rev: number;
  /** The index of the scene. */
  readonly index: number;
  /** A blank one is removed. */
  readonly synopsis: string;
  readonly timeZone: string;
}

/** Saves what the author says that a scene is about. It is no change of the text, so the revision stays. */
export const saveSynopsis = (
  { store, clock }: Pick<RestructureDeps, 'store' | 'clock'>,
  { chapterId, userId, rev, index, synopsis, timeZone }: SynopsisRequest,
): Promise<SceneReply> =>
  retryOnConflict(async () => {
    const { manuscriptKind, heads, quota, requireEditable, requireListCapacity } = store;
    const head = await heads.getLive(chapterId, userId);
    if (head.rev !== rev) throwStaleRevision(manuscriptKind, head);
    await requireEditable(head);
    const scene = findScenes(head.content, scenesMax)[index];
    if (!scene) throw new ProblemError('books.scene_not_found');
    const text = synopsis.trim() === '' ? '' : synopsis.toWellFormed();
    const synopses = withSynopsis(head.synopses ?? [], head.content, scene, { text, rev });
    const plan = decideSave(manuscriptKind, head, { fields: { synopses }, now: clock.now(), timeZone });
    await requireListCapacity(head, plan.fieldDelta);
    const request = { userId, operation: 'edit', bytes: plan.storedDelta } as const;
    const isSaved = await quota.reserve(request, () => commitSave(store, plan));
    return isSaved ? (listScenes(plan.after)[index] ?? null) : null;
  });
