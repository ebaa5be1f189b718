import type { Clock } from '@inkbear/service-kit/clock';
import { ProblemError } from '@inkbear/service-kit/problem';
import { queueLock } from './create-import.ts';
import { type ImportRow, requireFewOpen, requireQueueCapacity, requireReady } from './import.ts';
import type { PlanDeps } from './save-plan.ts';

interface ChooseDeps extends PlanDeps {
  readonly clock: Clock;
}

interface Choice {
  readonly id: string;
  readonly userId: string;
  /** Of the book in the file. */
  readonly index: number;
}

/** Queues an account export to be read again, for another one of its books. The plan is lost with the text. Throws
 * 429 and 503 like an upload. */
export async function chooseBook(
  { imports, outbox, clock }: ChooseDeps,
  { id, userId, index }: Choice,
): Promise<ImportRow> {
  return await outbox.run(async ({ session, lock }) => {
    await lock(queueLock);
    const row = requireReady(await imports.get(id, userId, session));
    if (index >= row.booksInFile.length)
      throw new ProblemError('imports.invalid_plan', { message: 'This file has no such book.' });
    if (index === row.bookIndex) return row;
    requireFewOpen((await imports.readUsage(userId, clock.now(), session)).open);
    requireQueueCapacity((await imports.listQueued('read', session)).length);
    const change: Partial<ImportRow> = {
      state: 'waiting',
      queue: 'read',
      bookIndex: index,
      plan: null,
      length: 0,
      losses: [],
      commentCount: 0,
      error: null,
      tries: 0,
    };
    await imports.update(id, change, session);
    return { ...row, ...change };
  });
}
