import { KEEP_ALL_MS, SITTING_GAP_MS } from '@inkbear/prose/thinning';
import { settle } from './commit-save.ts';
import { foldChanges, planFolds } from './fold-changes.ts';
import type { ManuscriptRow } from './manuscript.ts';
import type { Manuscripts } from './manuscripts.ts';

type ThinDeps<R extends ManuscriptRow> = Pick<Manuscripts<R>, 'heads' | 'history' | 'outbox' | 'clock'>;

const batch = 100;

/** Folds the autosaves of past sittings into the last one of each. Every revision that stays reads as before. One that fails waits for its next turn and keeps none of the others from theirs; it is told at the end. */
export async function thinHistory<R extends ManuscriptRow>(deps: ThinDeps<R>): Promise<void> {
  const failures: unknown[] = [];
  for (let found = batch; found === batch;) {
    const due = await deps.heads.listThinDue(deps.clock.now(), batch);
    for (const id of due) {
      const version = await deps.heads.delayThin(id, settledAt(deps.clock.now()));
      if (version !== null) await thinOne(deps, id, version).catch((error: unknown) => failures.push(error));
    }
    found = due.length;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} histories could not be thinned.`, { cause: failures[0] });
}

/** Its next look is set already, and given up only if nothing was written since: none is missed, whatever dies. */
async function thinOne<R extends ManuscriptRow>(deps: ThinDeps<R>, id: string, version: number): Promise<void> {
  const { heads, history, outbox, clock } = deps;
  const now = clock.now();
  const hasSettled = await settle(deps, id);
  const revisions = await history.list(id);
  for (const run of planFolds(revisions, now)) {
    const [first = 0, last = 0] = [run[0], run.at(-1)];
    await outbox.run(async ({ session }) => {
      const folded = foldChanges(await history.listChanges(id, first, last));
      if (folded) await history.fold(id, run.slice(0, -1), { rev: last, ...folded }, session);
    });
  }
  const newest = new Date(Math.max(0, ...revisions.map(({ at }) => at.getTime())));
  if (settledAt(newest) <= now) await heads.endThin(id, hasSettled ? version + 1 : version);
}

/** From then on a revision of `at` has been replaced for a day, or never will be within its sitting. */
const settledAt = (at: Date): Date => new Date(at.getTime() + KEEP_ALL_MS + SITTING_GAP_MS);
