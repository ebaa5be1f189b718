import { applyChanges, InvalidChangesError, parseChanges } from '@inkbear/prose/changes';
import { InvalidOriginsError, parseOrigins } from '@inkbear/prose/origins';
import type { RevisionKind } from '@inkbear/prose/thinning';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Change } from './change.ts';
import { commitSave, retryOnConflict } from './commit-save.ts';
import { decideSave } from './decide-save.ts';
import type { CachedHead } from './head-cache.ts';
import type { ManuscriptRow, ManuscriptKind, ManuscriptStore } from './manuscript.ts';
import { requireFits, throwStaleRevision } from './preconditions.ts';

interface TextPatch {
  readonly id: string;
  readonly userId: string;
  /** The revision that the changes were made for. */
  readonly baseRev: number;
  readonly changeId: string;
  /** ChangeSet JSON as it was sent. */
  readonly changes: unknown;
  readonly origins: unknown;
  readonly kind: RevisionKind;
  readonly timeZone: string;
}

/**
 * Applies changes to the revision they were made for. A changeId that is known already answers what it answered then.
 * Without reading anything when this process saved the same head last; the write finds out whether that still holds.
 */
export async function patchText<R extends ManuscriptRow>(
  manuscripts: ManuscriptStore<R>,
  patch: TextPatch,
): Promise<R> {
  const { manuscriptKind, cache, heads, history } = manuscripts;
  const { id, userId, baseRev, changeId } = patch;
  const kept = cache.get(id);
  if (kept?.head.rev === baseRev && kept.head.userId === userId && !kept.pendingIds.has(changeId)) {
    const saved = await attempt(manuscripts, kept, patch);
    if (saved) return saved;
  }
  return await retryOnConflict(async () => {
    const { head, pending } = await heads.getWithPending(id, userId);
    const earlier =
      pending.find((change) => change.changeId === changeId) ??
      (head.rev === baseRev ? null : await history.findByChangeId(id, changeId));
    if (earlier) return asOf(head, earlier);
    if (head.rev !== baseRev) throwStaleRevision(manuscriptKind, head);
    return await attempt(manuscripts, { head, pendingIds: new Set(pending.map((change) => change.changeId)) }, patch);
  });
}

/** Null when the head is no longer what it was. */
async function attempt<R extends ManuscriptRow>(
  manuscripts: ManuscriptStore<R>,
  { head, pendingIds }: CachedHead<R>,
  patch: TextPatch,
): Promise<R | null> {
  const { manuscriptKind, cache, clock, requireEditable, quota } = manuscripts;
  const { changeId, kind, timeZone } = patch;
  await requireEditable(head);
  const decision = decideSave(manuscriptKind, head, {
    text: { ...readPatch(manuscriptKind, head, patch), changeId, kind },
    mayDefer: true,
    now: clock.now(),
    timeZone,
  });
  cache.delete(head._id);
  const request = { userId: head.userId, operation: 'edit', bytes: decision.storedDelta } as const;
  if (!(await quota.reserve(request, () => commitSave(manuscripts, decision)))) return null;
  cache.set({ head: decision.after, pendingIds: decision.flushes ? new Set() : pendingIds.add(changeId) });
  return decision.after;
}

function readPatch<R extends ManuscriptRow>(manuscriptKind: ManuscriptKind<R>, { content }: R, patch: TextPatch) {
  try {
    const changes = parseChanges(patch.changes, content.length);
    const text = applyChanges(content, changes);
    requireFits(manuscriptKind, text);
    return { text, changes, origins: parseOrigins(patch.origins, text.length) };
  } catch (error) {
    if (error instanceof InvalidChangesError || error instanceof InvalidOriginsError)
      throw new ProblemError(manuscriptKind.errors.invalidChanges, { cause: error });
    throw error;
  }
}

/** The manuscript as it was answered right after this change. */
const asOf = <R extends ManuscriptRow>(head: R, { rev, wordCount, isComplete, at }: Change): R => ({
  ...head,
  rev,
  wordCount,
  isComplete,
  updatedAt: at,
});
