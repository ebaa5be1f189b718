import { KEEP_ALL_MS, SITTING_GAP_MS } from '@inkbear/prose/thinning';
import { settle } from './commit-save.ts';
import { foldChanges, planFolds } from './fold-changes.ts';
import type { ManuscriptRow } from './manuscript.ts';
import type { Manuscripts } from './manuscripts.ts';

type ThinDeps<R extends ManuscriptRow> = Pick<Manuscripts<R>, 'heads' | 'history' | 'outbox' | 'clock'>;

const batch = 100;

/** Folds the autosaves of past sittings into the last one of each. Every revision that stays reads as before. */
export async function thinHistory<R extends ManuscriptRow>(deps: ThinDeps<R>): Promise<void> {
  for (;;) {
    const due = await deps.heads.listThinDue(deps.clock.now(), batch);
    for (const id of due) await thinOne(deps, id);
    if (due.length < batch) return;
  }
}

/** The next look is set before the history is read, and given up only if no save came meanwhile: none is missed, whatever dies. */
async function thinOne<R extends ManuscriptRow>(deps: ThinDeps<R>, id: string): Promise<void> {
  const { heads, history, outbox, clock } = deps;
  const now = clock.now();
  await settle(deps, id);
  const version = await heads.delayThin(id, settledAt(now));
  const revisions = await history.list(id);
  for (const run of planFolds(revisions, now)) {
    const [first = 0, last = 0] = [run[0], run.at(-1)];
    await outbox.run(async ({ session }) => {
      const folded = foldChanges(await history.listChanges(id, first, last));
      if (folded) await history.fold(id, run.slice(0, -1), { rev: last, ...folded }, session);
    });
  }
  const newest = new Date(Math.max(0, ...revisions.map(({ at }) => at.getTime())));
  if (settledAt(newest) <= now && version !== null) await heads.endThin(id, version);
}

/** From then on a revision of `at` has been replaced for a day, or never will be within its sitting. */
const settledAt = (at: Date): Date => new Date(at.getTime() + KEEP_ALL_MS + SITTING_GAP_MS);
