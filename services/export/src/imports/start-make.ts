import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import { queueLock } from './create-import.ts';
import { type ImportRow, requireFewOpen, requireQueueCapacity, requireReady } from './import.ts';
import type { ImportRepository } from './import.repository.ts';
import { requireValidRanges } from './plan.ts';
import type { PlanDeps } from './save-plan.ts';

interface StartDeps extends PlanDeps {
  readonly clock: Clock;
  readonly newId: NewId;
}

/**
 * Queues an import, so that its book is made. Changes nothing while it is made, or when it is made already. Throws 409
 * unless it is ready, 400 when its plan includes nothing, and 429 and 503 like an upload.
 */
export async function startMake(
  { imports, outbox, clock, newId }: StartDeps,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await outbox.run(async ({ session, lock }) => {
    await lock(queueLock);
    const row = await imports.get(id, userId, session);
    if (row.state === 'making' || row.state === 'made') return;
    const { plan, length } = requireReady(row);
    requireValidRanges(plan.chapters, length);
    requireFewOpen((await imports.readUsage(userId, clock.now(), session)).open);
    requireQueueCapacity((await imports.listQueued('make', session)).length);
    const making = { id: newId(), requestedAt: clock.now(), undo: null };
    await imports.update(id, { state: 'making', queue: 'make', making, error: null, tries: 0 }, session);
  });
}

const waitMs = 10_000;
const pollMs = 250;

/** The import once its book is made or refused, or after ten seconds. */
export async function waitUntilMade(
  imports: ImportRepository,
  { id, userId }: { id: string; userId: string },
  signal: AbortSignal,
): Promise<ImportRow> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const row = await imports.get(id, userId);
    if (row.state !== 'making' || Date.now() >= deadline) return row;
    await sleep(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
