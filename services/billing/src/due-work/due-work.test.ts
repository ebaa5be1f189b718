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

  it('leaves no rejection unhandled while the database is away: it would end the process, and this test run', async () => {
    const away = () => Promise.reject(new Error('no primary'));
    await expect(createDueWork(away, away).hasWork()).rejects.toThrow('no primary');
  });

  it('has work when the provider or any list has some', async () => {
    const nothing = () => Promise.resolve([]);
    expect(await createDueWork(nothing, () => Promise.resolve(false)).hasWork()).toBe(false);
    expect(await createDueWork(nothing, () => Promise.resolve(true)).hasWork()).toBe(true);
    const one = () => Promise.resolve([1]);
    expect(await createDueWork(one, () => Promise.resolve(false)).hasWork()).toBe(true);
  });
});
