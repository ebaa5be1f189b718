import { describe, expect, it } from '@jest/globals';
import { DueWork } from './due-work.ts';

type Deps = ConstructorParameters<typeof DueWork>[0];

describe('DueWork', () => {
  const createDueWork = (list: () => Promise<unknown[]>, hasDueWork: () => Promise<boolean>) =>
    new DueWork({
      adapter: { hasDueWork },
      promoCodeUses: { listExpired: list },
      accountRepository: {
        listDue: list,
        listOverdueSubscriptions: list,
        listRemovedRenewing: list,
        listRestored: list,
      },
      clock: { now: () => new Date() },
    } as unknown as Deps);

  // An unhandled rejection would end this test run, too.
  it('leaves no rejection unhandled while the database is unreachable', async () => {
    const unreachable = () => Promise.reject(new Error('no primary'));
    await expect(createDueWork(unreachable, unreachable).hasWork()).rejects.toThrow('no primary');
  });

  it('has work when the provider or one of the lists has some', async () => {
    const emptyList = () => Promise.resolve([]);
    expect(await createDueWork(emptyList, () => Promise.resolve(false)).hasWork()).toBe(false);
    expect(await createDueWork(emptyList, () => Promise.resolve(true)).hasWork()).toBe(true);
    const list = () => Promise.resolve([1]);
    expect(await createDueWork(list, () => Promise.resolve(false)).hasWork()).toBe(true);
  });
});
