import type { Revision } from '@inkbear/contracts/books/revision';
import { limits } from '@inkbear/contracts/plans';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ClientSession } from 'mongoose';
import type { Change } from './change.ts';
import { commitSave, retryOnConflict } from './commit-save.ts';
import { decideSave } from './decide-save.ts';
import type { HeadWithPending } from './head.repository.ts';
import type { ManuscriptHead } from './manuscript.ts';
import type { ManuscriptStore } from './manuscript-store.ts';
import { deletionCutoff } from './delete-revisions.ts';
import { diffTexts } from './diff-texts.ts';

interface RevisionListing {
  readonly id: string;
  readonly userId: string;
  /** Only revisions below this number. */
  readonly before?: number | undefined;
  readonly limit: number;
  /** List the deleted revisions that can be recovered instead. */
  readonly deleted: boolean;
}

export type ListedRevision = Pick<Change, 'rev' | 'at' | 'kind' | 'name' | 'wordCount'> & { readonly deletedAt?: Date };

interface RevisionRequest {
  readonly id: string;
  readonly userId: string;
  readonly rev: number;
}

/**
 * A page of revisions, newest first, and the `before` of the next page. The head is read before the history, so that no
 * change is missing when it is flushed between the two reads.
 */
export async function listRevisions<R extends ManuscriptHead>(
  { heads, history, clock }: ManuscriptStore<R>,
  { id, userId, before, limit, deleted }: RevisionListing,
): Promise<{ revisions: ListedRevision[]; next: number | null }> {
  const { pending } = await heads.getWithPending(id, userId);
  const deletedAfter = deleted ? deletionCutoff(clock.now()) : undefined;
  const stored = await history.list(id, { before, limit: limit + 1, deletedAfter });
  const listedPending = deleted ? [] : pending.filter(({ rev }) => before === undefined || rev < before).toReversed();
  const newest = stored[0]?.rev ?? 0;
  const found = [...listedPending.filter(({ rev }) => rev > newest), ...stored];
  const revisions = found.slice(0, limit);
  return { revisions, next: found.length > limit ? (revisions.at(-1)?.rev ?? null) : null };
}

/** One revision with its text. Throws 404 when it does not exist or was compacted. */
export async function readRevision<R extends ManuscriptHead>(
  store: ManuscriptStore<R>,
  { id, userId, rev }: RevisionRequest,
): Promise<Change & { content: string }> {
  return await readChange(store, await store.heads.getWithPending(id, userId), rev);
}

/** Saves the text of an old revision as a new revision. Its words do not count as typed. */
export async function restoreRevision<R extends ManuscriptHead>(
  store: ManuscriptStore<R>,
  { id, userId, rev, timeZone }: RevisionRequest & { readonly timeZone: string },
): Promise<R> {
  const { manuscriptKind, heads, clock, newId, requireEditable, quota } = store;
  return await retryOnConflict(async () => {
    const found = await heads.getWithPending(id, userId);
    const { head } = found;
    await requireEditable(head);
    const { content: text } = await readChange(store, found, rev);
    if (text === head.content) return head;
    const decision = decideSave(manuscriptKind, head, {
      text: {
        text,
        changes: diffTexts(head.content, text),
        changeId: newId(),
        kind: 'restore',
        origins: [],
        countedAs: 'imported',
      },
      now: clock.now(),
      timeZone,
    });
    const request = { userId, operation: 'edit', bytes: decision.storedDelta } as const;
    return (await quota.reserve(request, () => commitSave(store, decision))) ? decision.after : null;
  });
}

/** Names the current revision, which excludes it from compaction. Naming it again replaces the name. */
export async function nameRevision<R extends ManuscriptHead>(
  { manuscriptKind, heads, history, quota }: ManuscriptStore<R>,
  { id, userId, name }: { readonly id: string; readonly userId: string; readonly name: string },
): Promise<Change> {
  const { rev } = await heads.getLive(id, userId);
  const request = { userId, operation: 'create', bytes: Buffer.byteLength(name) } as const;
  const named = await quota.reserve(
    request,
    async () => (await heads.updatePending(id, rev, { name })) ?? (await history.name(id, rev, name)),
  );
  if (!named) throw new ProblemError(manuscriptKind.errors.revisionNotFound);
  return named;
}

/** Pins the current revisions of manuscripts against compaction, whether their changes are pending or stored. */
export async function pinRevisions<R extends ManuscriptHead>(
  { heads, history }: Pick<ManuscriptStore<R>, 'heads' | 'history'>,
  items: readonly Pick<R, '_id' | 'rev'>[],
  session: ClientSession,
): Promise<void> {
  await heads.pinPending(items, session);
  await history.pin(items, session);
}

async function readChange<R extends ManuscriptHead>(
  { manuscriptKind, history }: ManuscriptStore<R>,
  { head: { _id: id }, pending }: HeadWithPending<R>,
  rev: number,
): Promise<Change & { content: string }> {
  const change = await history.readRevision(id, rev, pending);
  if (!change) throw new ProblemError(manuscriptKind.errors.revisionNotFound);
  return change;
}

/** A revision as an item of a list. */
export const presentRevision = ({ rev, at, kind, name, wordCount, deletedAt }: ListedRevision): Revision => ({
  rev,
  at: at.toISOString(),
  kind,
  ...(name ? { name } : {}),
  wordCount,
  ...(deletedAt ? { deletedAt: deletedAt.toISOString() } : {}),
});

/** The `Link` header with the URL of the next page; no header on the last page. */
export function presentRevisionLink(
  path: string,
  { limit, deleted }: { limit: number; deleted: boolean },
  next: number | null,
): Record<string, string> {
  if (next === null) return {};
  const query = new URLSearchParams({ before: String(next), limit: String(limit), deleted: String(deleted) });
  return { Link: `<${path}?${query.toString()}>; rel="next"` };
}

/** The reply to deleting or recovering revisions. */
export function presentChanged(action: 'deleted' | 'recovered', revs: number[]): { message: string; revs: number[] } {
  const [count, them] = revs.length === 1 ? ['1 version', 'it'] : [`${revs.length} versions`, 'them'];
  const hint = action === 'deleted' ? ` You can recover ${them} for ${limits.deletedRevisionDays} days.` : '';
  return { message: `${count} ${action}.${hint}`, revs };
}
