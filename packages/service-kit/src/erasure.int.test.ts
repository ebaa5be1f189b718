import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { entitlementChanged, userRegistered, userRemoved } from '@inkbear/contracts/events';
import { freeEntitlement } from '@inkbear/contracts/plans';
import type { EraseRows } from './erasure.ts';
import { checkErasure } from './testing/check-erasure.ts';
import { createNote, exampleService } from './testing/example-service.ts';
import { testRegistration } from './testing/test-events.ts';
import { testUser, TestService } from './testing/test-service.ts';

describe('Erasure', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start(exampleService)));
  afterAll(async () => await service.stop());
  const removalOf = (userId: string) =>
    service.platform.connection
      .collection<{ _id: string; erasedAt: Date | null; erasureBeganAt: Date }>('user_removals')
      .findOne({ _id: userId });

  it('erases all data of the user and none of another user', async () => {
    const seed = async ({ userId }: { userId: string }) =>
      void (await service.call(createNote, { as: testUser(userId), body: { text: 'mine' } }));
    expect(await checkErasure(service, { seed })).toEqual({ unseeded: [], remaining: [], lost: [] });
  });

  it('resumes after an interruption, and runs again for writes that were in progress', async () => {
    const { connection, erasure } = service.platform;
    const { userId } = testUser();
    const notes = connection.collection<{ owner: string }>('notes');
    await notes.insertMany(Array.from({ length: 7 }, () => ({ owner: userId })));
    const remaining = () => notes.countDocuments({ owner: userId });
    let ends = 1;
    const inTwos: EraseRows = async (id, limit) => {
      const some = await notes.find({ owner: id }).limit(2).toArray();
      await notes.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
      if (id === userId && ends-- > 0) throw new Error('the process ends');
      return some.length < 2 ? 0 : limit;
    };
    await service.deliver(userRemoved, userId, { userId, stage: 'erased' });
    await erasure.job([inTwos]).run();
    expect([await remaining(), (await removalOf(userId))?.erasedAt]).toEqual([5, null]);
    await TestService.waitForRetry();
    await erasure.job([inTwos]).run();
    await notes.insertOne({ owner: userId });
    await erasure.job([inTwos]).run();
    expect([await remaining(), (await removalOf(userId))?.erasedAt]).toEqual([0, null]);
    await connection
      .collection<{ _id: string }>('user_removals')
      .updateOne({ _id: userId }, { $set: { erasureBeganAt: new Date(Date.now() - 120_000) } });
    await erasure.job([inTwos]).run();
    expect((await removalOf(userId))?.erasedAt).toEqual(expect.any(Date));
  });

  it('erases what it can when a step fails, reports every failure and stays pending', async () => {
    const { connection, erasure, logger } = service.platform;
    const { userId } = testUser();
    const notes = connection.collection<{ owner: string }>('notes');
    await notes.insertOne({ owner: userId });
    await connection.collection<{ _id: string }>('entitlements').insertOne({ _id: userId });
    await service.deliver(userRemoved, userId, { userId, stage: 'erased' });
    await connection
      .collection<{ _id: string }>('user_removals')
      .updateOne({ _id: userId }, { $set: { erasureBeganAt: new Date(Date.now() - 120_000) } });
    const failing =
      (message: string): EraseRows =>
      (id) =>
        id === userId ? Promise.reject(new Error(message)) : Promise.resolve(0);
    const removeNotes: EraseRows = async (owner) => (await notes.deleteMany({ owner })).deletedCount;
    const error = jest.spyOn(logger, 'error').mockImplementation(() => undefined);
    await erasure.job([failing('the provider is unavailable'), removeNotes, failing('the disk is full')]).run();
    const reported = error.mock.calls.map(([fields]) => fields as { batch: string; itemId: string; err: Error });
    error.mockRestore();
    expect(reported).toEqual([expect.objectContaining({ batch: 'erase-removed', itemId: userId })]);
    expect(reported[0]?.err.message).toBe(
      '2 steps failed: Error: the provider is unavailable · Error: the disk is full',
    );
    const rows = [
      await notes.countDocuments({ owner: userId }),
      await connection.collection<{ _id: string }>('entitlements').findOne({ _id: userId }),
    ];
    expect([...rows, (await removalOf(userId))?.erasedAt]).toEqual([0, null, null]);
    await TestService.waitForRetry();
    await erasure.job([removeNotes]).run();
    expect((await removalOf(userId))?.erasedAt).toEqual(expect.any(Date));
  });

  it('is not undone by a late event or an older stage', async () => {
    const { userId } = testUser();
    await service.deliver(userRemoved, userId, { userId, stage: 'erased' }, { seq: 3 });
    await service.deliver(userRemoved, userId, { userId, stage: 'restored' }, { seq: 2 });
    const late = await service.deliver(userRegistered, userId, testRegistration(userId));
    await service.deliver(entitlementChanged, userId, freeEntitlement(userId));
    const { connection } = service.platform;
    expect(await connection.collection<{ _id: string }>('notes').findOne({ _id: `welcome:${late.id}` })).toBeNull();
    expect(await connection.collection<{ _id: string }>('entitlements').findOne({ _id: userId })).toBeNull();
  });
});
