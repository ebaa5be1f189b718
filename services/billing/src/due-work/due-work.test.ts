import { describe, expect, it } from '@jest/globals';
import { Batches } from '@inkbear/service-kit/batches';
import { createLogger } from '@inkbear/service-kit/logger';
import { type DueWorkDeps, hasDueWork } from './due-work.ts';

describe('hasDueWork', () => {
  const depsOf = (list: () => Promise<unknown[]>, isAdapterDue: () => Promise<boolean>) =>
    ({
      adapter: { hasDueWork: isAdapterDue },
      promoCodeUses: { listExpired: list },
      accounts: {
        listDue: list,
        listOverdueSubscriptions: list,
        listClosedRenewing: list,
        listRestored: list,
      },
      clock: { now: () => new Date() },
      batches: new Batches({ logger: createLogger('billing', 'silent') }),
    }) as unknown as DueWorkDeps;

  // An unhandled rejection would end this test run, too.
  it('leaves no rejection unhandled while the database is unreachable', async () => {
    const unreachable = () => Promise.reject(new Error('no primary'));
    await expect(hasDueWork(depsOf(unreachable, unreachable))).rejects.toThrow('no primary');
  });

  it('is true when the provider or one of the lists has some', async () => {
    const emptyList = () => Promise.resolve([]);
    expect(await hasDueWork(depsOf(emptyList, () => Promise.resolve(false)))).toBe(false);
    expect(await hasDueWork(depsOf(emptyList, () => Promise.resolve(true)))).toBe(true);
    const list = () => Promise.resolve([{ _id: 'u1' }]);
    expect(await hasDueWork(depsOf(list, () => Promise.resolve(false)))).toBe(true);
  });
});
