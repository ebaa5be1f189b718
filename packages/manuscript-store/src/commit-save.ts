import { ProblemError } from '@inkbear/service-kit/problem';
import { toChangeRow } from './change.ts';
import { type Decision, decideFlush } from './decide-save.ts';
import type { ManuscriptRow, ManuscriptStore } from './manuscript.ts';

type WriteDeps<R extends ManuscriptRow> = Pick<ManuscriptStore<R>, 'heads' | 'history' | 'outbox'>;

/** Writes a decision; false when the head changed meanwhile and the decision must be made anew. One update, or one transaction when the history is written. */
export async function commitSave<R extends ManuscriptRow>(
  { heads, history, outbox }: WriteDeps<R>,
  decision: Decision<R>,
): Promise<boolean> {
  const { after, change, flushes } = decision;
  if (!flushes) return change ? await heads.append(decision) : await heads.updateFields(decision);
  const { _id: itemId, rev, content } = after;
  return await outbox.run(async ({ session }) => {
    const waited = await heads.flush(decision, session);
    if (!waited) return false;
    await history.insertChanges(
      [...waited, ...(change ? [change] : [])].map((one) => toChangeRow(itemId, one)),
      session,
    );
    if (decision.snapshot) await history.insertSnapshot({ itemId, rev, content }, session);
    return true;
  });
}

/** Moves the changes that wait in a head into the history, which raises its version by one; false when none waited. */
export async function flushPending<R extends ManuscriptRow>(deps: WriteDeps<R>, id: string): Promise<boolean> {
  return await retryOnConflict(async () => {
    const found = await deps.heads.findWithPending(id);
    if (!found || found.pending.length === 0) return false;
    return (await commitSave(deps, decideFlush(found.head))) ? true : null;
  });
}

const maxTries = 200;

/** Repeats read, decide and write until the write fits what was read. */
export async function retryOnConflict<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new ProblemError('server.unavailable');
}
