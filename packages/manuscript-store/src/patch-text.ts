import { applyChanges, InvalidChangesError, parseTextChanges } from '@inkbear/prose/changes';
import { InvalidOriginsError, parseOrigins } from '@inkbear/prose/origins';
import type { RevisionKind } from '@inkbear/prose/compaction';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Change } from './change.ts';
import { commitSave, retryOnConflict } from './commit-save.ts';
import { decideSave } from './decide-save.ts';
import type { CachedHead } from './head-cache.ts';
import type { ManuscriptHead, ManuscriptKind } from './manuscript.ts';
import type { ManuscriptStore } from './manuscript-store.ts';
import { requireFits, throwStaleRevision } from './preconditions.ts';
import { withSaveMetrics } from './with-save-metrics.ts';

interface TextPatch {
  readonly id: string;
  readonly userId: string;
  /** The revision that the changes are based on. */
  readonly baseRev: number;
  readonly changeId: string;
  /** ChangeSet JSON as the client sent it. */
  readonly changes: unknown;
  readonly origins: unknown;
  readonly kind: RevisionKind;
  readonly timeZone: string;
}

/**
 * Applies changes to their base revision. A known changeId returns the earlier result (idempotent). When this process has
 * cached the head, nothing is read; the version check of the write detects a stale cache.
 */
export const patchText = <R extends ManuscriptHead>(store: ManuscriptStore<R>, patch: TextPatch): Promise<R> =>
  withSaveMetrics(store.manuscriptKind, () => savePatch(store, patch));

async function savePatch<R extends ManuscriptHead>(store: ManuscriptStore<R>, patch: TextPatch): Promise<R> {
  const { manuscriptKind, cache, heads, history } = store;
  const { id, userId, baseRev, changeId } = patch;
  const cached = cache.get(id);
  if (cached?.head.rev === baseRev && cached.head.userId === userId && !cached.pendingIds.has(changeId)) {
    const saved = await attempt(store, cached, patch);
    if (saved) return saved;
  }
  return await retryOnConflict(async () => {
    const { head, pending } = await heads.getWithPending(id, userId);
    const earlier =
      pending.find((change) => change.changeId === changeId) ??
      (head.rev === baseRev ? null : await history.findByChangeId(id, changeId));
    if (earlier) return asOf(head, earlier);
    if (head.rev !== baseRev) throwStaleRevision(manuscriptKind, head);
    return await attempt(store, { head, pendingIds: new Set(pending.map((change) => change.changeId)) }, patch);
  });
}

/** Decides and writes the save; null when the head has changed meanwhile. */
async function attempt<R extends ManuscriptHead>(
  store: ManuscriptStore<R>,
  { head, pendingIds }: CachedHead<R>,
  patch: TextPatch,
): Promise<R | null> {
  const { manuscriptKind, cache, clock, requireEditable, quota } = store;
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
  if (!(await quota.reserve(request, () => commitSave(store, decision)))) return null;
  cache.set({ head: decision.after, pendingIds: decision.isFlush ? new Set() : pendingIds.add(changeId) });
  return decision.after;
}

function readPatch<R extends ManuscriptHead>(manuscriptKind: ManuscriptKind<R>, { content }: R, patch: TextPatch) {
  try {
    const changes = parseTextChanges(patch.changes, content.length);
    const text = applyChanges(content, changes);
    requireFits(manuscriptKind, text);
    return { text, changes, origins: parseOrigins(patch.origins, text.length) };
  } catch (error) {
    if (error instanceof InvalidChangesError || error instanceof InvalidOriginsError)
      throw new ProblemError(manuscriptKind.errors.invalidChanges, { cause: error });
    throw error;
  }
}

/** The manuscript as it was returned by the save of this change. */
const asOf = <R extends ManuscriptHead>(head: R, { rev, wordCount, isComplete, at }: Change): R => ({
  ...head,
  rev,
  wordCount,
  isComplete,
  updatedAt: at,
});
