import type { ClientSession } from 'mongoose';
import { ProblemError } from '@inkbear/service-kit/problem';
import { toChangeRow } from './change.ts';
import { decideFlush, type SavePlan } from './decide-save.ts';
import type { ManuscriptHead } from './manuscript.ts';
import type { ManuscriptStore } from './manuscript-store.ts';

type WriteDeps<R extends ManuscriptHead> = Pick<ManuscriptStore<R>, 'heads' | 'history' | 'outbox'>;

/**
 * Writes what `decideSave` has planned: one update, or one transaction when the history is written. Returns false when
 * the head has changed meanwhile (optimistic lock); the caller must then decide again.
 */
export async function commitSave<R extends ManuscriptHead>(
  { heads, history, outbox }: WriteDeps<R>,
  plan: SavePlan<R>,
): Promise<boolean> {
  const { change, isFlush } = plan;
  if (!isFlush) return change ? await heads.append(plan) : await heads.updateFields(plan);
  return await outbox.run(({ session }) => commitSaveIn(session, { heads, history }, plan));
}

/**
 * Writes a planned save in a transaction that also writes something else. Always flushes: the text is written, and the
 * pending changes move to the history. Returns false when the head has changed meanwhile; the caller must then roll back
 * and decide again.
 */
export async function commitSaveIn<R extends ManuscriptHead>(
  session: ClientSession,
  { heads, history }: Pick<WriteDeps<R>, 'heads' | 'history'>,
  plan: SavePlan<R>,
): Promise<boolean> {
  const { after, change, hasSnapshot } = plan;
  const { _id: itemId, rev, content } = after;
  const pending = await heads.flush(plan, session);
  if (!pending) return false;
  await history.insertChanges(
    [...pending, ...(change ? [change] : [])].map((each) => toChangeRow(itemId, each)),
    session,
  );
  if (hasSnapshot) await history.insertSnapshot({ itemId, rev, content }, session);
  return true;
}

/**
 * Flushes the pending changes of a head into the history, which increments its version. Returns false when there were
 * none.
 */
export async function flushPending<R extends ManuscriptHead>(deps: WriteDeps<R>, id: string): Promise<boolean> {
  return await retryOnConflict(async () => {
    const found = await deps.heads.findWithPending(id);
    if (!found || found.pending.length === 0) return false;
    return (await commitSave(deps, decideFlush(found.head))) ? true : null;
  });
}

const maxAttempts = 200;

/**
 * Repeats `attempt` (read, decide and write) while it resolves with null because of a concurrent write. Throws 503 after
 * 200 attempts.
 */
export async function retryOnConflict<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new ProblemError('server.unavailable');
}
