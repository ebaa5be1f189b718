import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { KEEP_ALL_MS, SITTING_GAP_MS } from '@inkbear/prose/thinning';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import { foldChanges, planFolds } from './fold-revisions.ts';
import type { RevisionRepository } from './revision.repository.ts';

interface ThinDeps {
  readonly chapters: ChapterRepository;
  readonly revisions: RevisionRepository;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

const batch = 100;

/** Folds the autosaves of past sittings into the last one of each. Every revision that stays reads as before. */
export async function thinHistory(deps: ThinDeps): Promise<void> {
  for (;;) {
    const due = await deps.chapters.listThinDue(deps.clock.now(), batch);
    for (const { _id } of due) await thinChapter(deps, _id);
    if (due.length < batch) return;
  }
}

/** The next look is set before the history is read, and given up only if no save came meanwhile: none is missed, whatever dies. */
async function thinChapter({ chapters, revisions, outbox, clock }: ThinDeps, chapterId: string): Promise<void> {
  const now = clock.now();
  const version = await chapters.delayThin(chapterId, settledAt(now));
  const heads = await revisions.listHeads(chapterId);
  for (const run of planFolds(heads, now)) {
    const [first = 0, last = 0] = [run[0], run.at(-1)];
    await outbox.run(async ({ session }) => {
      const folded = foldChanges(await revisions.listChanges(chapterId, first, last));
      if (folded) await revisions.fold(chapterId, run.slice(0, -1), { rev: last, ...folded }, session);
    });
  }
  const newest = new Date(Math.max(0, ...heads.map(({ at }) => at.getTime())));
  if (settledAt(newest) <= now && version !== null) await chapters.endThin(chapterId, version);
}

/** From then on a revision of `at` has been replaced for a day, or never will be within its sitting. */
const settledAt = (at: Date): Date => new Date(at.getTime() + KEEP_ALL_MS + SITTING_GAP_MS);
