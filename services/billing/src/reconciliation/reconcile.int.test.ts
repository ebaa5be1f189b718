import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { entitlementChanged, paymentSucceeded } from '@inkbear/contracts/events';
import { parseInput } from '@inkbear/service-kit/operation';
import { ProblemError } from '@inkbear/service-kit/problem';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { SandboxProvider } from '../sandbox/sandbox-provider.ts';
import { type Payer, TestBilling } from '../testing/test-billing.ts';
import { reconcileOperation } from './reconcile-command.ts';
import { type Difference, DifferenceRepository } from './difference.repository.ts';

describe('reconcile', () => {
  let billing: TestBilling;
  beforeAll(async () => void (billing = await TestBilling.start()));
  afterAll(() => billing.stop());

  const collection = (name: string) => billing.service.platform.connection.collection<{ _id: string }>(name);
  /** The stored rows of an object's differences. */
  const listed = async (objectId: string) =>
    (await collection('provider_differences')
      .find({ objectId }, { hint: '_id_' })
      .toArray()) as unknown as Difference[];
  /** Inserts a difference that an earlier run has found. */
  const insertOpen = (objectId: string, { userId }: Payer) =>
    collection('provider_differences').insertOne({
      _id: `earlier ${objectId}`,
      ...{ objectId, openId: objectId, userId, fields: [], outcome: null },
    });
  const runCommand = (...words: string[]) =>
    reconcileOperation.run(billing.service.platform.connection, parseInput(reconcileOperation, words));
  /** The output of the operator's command, without the run that it requests. */
  const report = async () => {
    const lines = await runCommand();
    await collection('reconciliations').deleteOne({ _id: 'request' });
    return lines;
  };

  it('runs once when an operator requests it', async () => {
    const runs = () => collection('reconciliations').countDocuments({ startedAt: { $exists: true } }, { hint: '_id_' });
    expect((await runCommand('--dry-run')).at(-1)).toBe('A comparison would be requested.');
    await billing.service.runJob('reconcile-on-request');
    expect(await runs()).toBe(0);
    await runCommand();
    await billing.service.runJob('reconcile-on-request');
    await eventually(runs, (count) => count > 0);
    await billing.service.runJob('reconcile-on-request');
    expect(await runs()).toBe(1);
  });

  it('finds no differences when there are none', async () => {
    await billing.pay(testUser(), 'pro_monthly');
    await billing.pay(testUser(), 'pro_oneoff');
    await billing.service.runJob('reconcile');
    expect(await collection('provider_differences').countDocuments({}, { hint: '_id_' })).toBe(0);
    expect((await report())[0]).toMatch(/: 2 objects, 0 differences$/);
  });

  it('lists and repairs a lost event, a plan that was changed by hand, and a lost payment', async () => {
    const [missed, changed, forgotten] = [testUser(), testUser(), testUser()];
    const missedId = await billing.pay(missed, 'pro_monthly');
    const changedId = await billing.pay(changed, 'pro_oneoff');
    const forgottenId = await billing.pay(forgotten, 'pro_oneoff');
    await collection('sandbox_objects').updateOne({ _id: missedId }, { $set: { cancelAtPeriodEnd: true } });
    await collection('plan_accounts').updateOne({ _id: changed.userId }, { $set: { paidOneOffs: [] } });
    for (const name of ['plan_accounts', 'payments', 'provider_objects'])
      await collection(name).deleteOne({ _id: name === 'plan_accounts' ? forgotten.userId : forgottenId });
    await billing.service.runJob('reconcile');
    expect(
      await Promise.all(
        [missedId, changedId, forgottenId].map(async (id) =>
          (await listed(id)).map(({ fields, outcome }) => [fields.map(({ field }) => field), outcome]),
        ),
      ),
    ).toEqual([
      [[['cancelAtPeriodEnd'], 'repaired']],
      [[['startedAt', 'endsAt'], 'repaired']],
      [[['startedAt', 'endsAt', `payment ${forgottenId}`], 'repaired']],
    ]);
    expect(await Promise.all([missed, changed, forgotten].map(({ userId }) => billing.planOf(userId)))).toEqual([
      ['pro_monthly', true, 'paid'],
      ['pro_oneoff', true, 'paid'],
      ['pro_oneoff', true, 'paid'],
    ]);
    expect((await billing.published(entitlementChanged, changed.userId)).at(-1)).toMatchObject({
      plan: 'pro_oneoff',
      isActive: true,
    });
    expect(await report()).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`${missedId}  repaired`),
        '    cancelAtPeriodEnd: false in billing, true at the provider',
      ]),
    );
    await collection('provider_differences').deleteMany({});
    await billing.service.runJob('reconcile');
    expect(await collection('provider_differences').countDocuments({}, { hint: '_id_' })).toBe(0);
  });

  it('compares and repairs the other objects when the provider does not answer for one', async () => {
    const [unanswered, changed] = [testUser(), testUser()];
    const unansweredId = await billing.pay(unanswered, 'pro_oneoff');
    const changedId = await billing.pay(changed, 'pro_oneoff');
    await collection('plan_accounts').updateOne({ _id: changed.userId }, { $set: { paidOneOffs: [] } });
    await insertOpen(unansweredId, unanswered);
    const { findObject } = SandboxProvider.prototype;
    const mocked = jest.spyOn(SandboxProvider.prototype, 'findObject').mockImplementation(async function (
      this: SandboxProvider,
      id,
    ) {
      if (id === unansweredId) throw new ProblemError('billing.provider_failed');
      return await findObject.call(this, id);
    });
    const logged = jest.spyOn(billing.service.platform.logger, 'error');
    await billing.service.runJob('reconcile');
    const failed = logged.mock.calls.map(([fields, message]) => [(fields as { batch?: string }).batch, message]);
    mocked.mockRestore();
    logged.mockRestore();
    expect(failed).toEqual([
      ['compare-provider-objects', 'batch_item_failed'],
      ['repair-provider-objects', 'batch_item_failed'],
    ]);
    expect((await listed(changedId)).map(({ outcome }) => outcome)).toEqual(['repaired']);
    expect((await listed(unansweredId)).map(({ outcome }) => outcome)).toEqual([null]);
    expect((await report())[0]).toMatch(/, 2 differences$/);

    await TestService.waitForRetry();
    await billing.service.runJob('reconcile');
    expect((await listed(unansweredId)).map(({ outcome }) => outcome)).toEqual(['gone']);
    expect((await report())[0]).toMatch(/, 0 differences$/);
  });

  it('closes the other resolved differences when one cannot be closed, and closes that one in the next run', async () => {
    const [failing, other] = [testUser(), testUser()];
    const failingId = await billing.pay(failing, 'pro_oneoff');
    const otherId = await billing.pay(other, 'pro_oneoff');
    await insertOpen(failingId, failing);
    await insertOpen(otherId, other);
    const outcomes = async () =>
      (await Promise.all([failingId, otherId].map((id) => listed(id)))).flat().map(({ outcome }) => outcome);
    const { close } = DifferenceRepository.prototype;
    const mocked = jest.spyOn(DifferenceRepository.prototype, 'close').mockImplementation(async function (
      this: DifferenceRepository,
      id,
      ...ending
    ) {
      if (id === failingId) throw new Error('The database did not answer.');
      await close.call(this, id, ...ending);
    });
    const logged = jest.spyOn(billing.service.platform.logger, 'error');
    await billing.service.runJob('reconcile');
    const failed = logged.mock.calls.map(([fields, message]) => [(fields as { batch?: string }).batch, message]);
    mocked.mockRestore();
    logged.mockRestore();
    expect([failed, await outcomes()]).toEqual([[['close-resolved-differences', 'batch_item_failed']], [null, 'gone']]);
    await TestService.waitForRetry();
    await billing.service.runJob('reconcile');
    expect(await outcomes()).toEqual(['gone', 'gone']);
  });

  it('cancels a one-off that is unpaid for a month, and stops watching it', async () => {
    const as = testUser();
    const { body } = await billing.buyOnce(as);
    await billing.advance(31);
    await billing.service.runJob('reconcile');
    expect((await billing.confirm(as, body['clientSecret'])).status).toBe(404);
    expect(
      await collection('provider_objects').countDocuments({
        userId: as.userId,
        watchUntil: { $gt: new Date('2100-01-01') },
      }),
    ).toBe(0);
    expect((await billing.buyOnce(as)).body['paymentId']).not.toBe(body['paymentId']);
  });

  describe('with an object that the provider has lost', () => {
    const deleteAtProvider = async (id: string) => {
      const row = await collection('sandbox_objects').findOneAndDelete({ _id: id });
      return async () => void (await collection('sandbox_objects').insertOne(row as { _id: string }));
    };
    const run = () => billing.service.runJob('reconcile');

    it('keeps one row with a count, and closes it when the object is back or given up', async () => {
      const as = testUser();
      const id = await billing.pay(as, 'pro_oneoff');
      const restore = await deleteAtProvider(id);
      for (let hours = 0; hours < 3; hours += 1) await run();
      const [row, ...others] = await listed(id);
      expect([others, (row?.lastSeenAt ?? 0) > (row?.firstSeenAt ?? 0), row]).toEqual([
        [],
        true,
        expect.objectContaining({
          count: 3,
          fields: [{ field: 'object', here: '1 payments', there: null }],
          outcome: null,
          closedAt: null,
        }),
      ]);
      expect((await report()).some((line) => line.includes(`${id}  OPEN, seen 3 times until `))).toBe(true);
      await restore();
      await run();
      expect(await listed(id)).toEqual([expect.objectContaining({ outcome: 'gone', closedAt: expect.any(Date) })]);
      await deleteAtProvider(id);
      await run();
      const outcomes = async () => (await listed(id)).map(({ outcome }) => outcome);
      expect(await outcomes()).toEqual(['gone', null]);
      expect((await billing.published(paymentSucceeded, as.userId)).length).toBe(1);
      await billing.advance(31);
      await run();
      expect(await outcomes()).toEqual(['gone', 'given-up']);
      await run();
      expect(await outcomes()).toEqual(['gone', 'given-up']);
    });
  });

  describe('with an unpaid object', () => {
    const isWatched = async (id: string) =>
      (await collection('provider_objects').countDocuments({
        _id: id,
        watchUntil: { $gt: billing.service.platform.clock.now() },
      })) === 1;
    /** The first run marks the object as idle, the second measures for how long. */
    const runAfter = async (days: number) => {
      await billing.service.runJob('reconcile');
      await billing.advance(days);
      await billing.service.runJob('reconcile');
    };

    it('cancels it after 3 days when it has no open purchase', async () => {
      const as = testUser();
      const { body } = await billing.subscribe(as);
      const id = body['subscriptionId'] as string;
      await collection('purchases').updateOne({ objectId: id }, { $set: { objectId: 'another' } });
      await runAfter(2.9);
      expect(await isWatched(id)).toBe(true);
      await runAfter(0.2);
      expect([await isWatched(id), (await billing.confirm(as, body['clientSecret'])).status]).toEqual([false, 404]);
    });

    it('cancels it after 30 days when its purchase is open', async () => {
      const as = testUser();
      const { body } = await billing.subscribe(as);
      const id = body['subscriptionId'] as string;
      await runAfter(29.9);
      expect(await isWatched(id)).toBe(true);
      await runAfter(0.2);
      expect([await isWatched(id), (await billing.subscribe(as)).body['subscriptionId'] === id]).toEqual([
        false,
        false,
      ]);
    });

    it('deletes it after 3 days when the provider does not know it, and allows a new purchase', async () => {
      const as = testUser();
      const { body } = await billing.subscribe(as);
      const id = body['subscriptionId'] as string;
      await collection('sandbox_objects').deleteOne({ _id: id });
      await collection('provider_objects').insertOne({
        _id: 'untracked-object',
        userId: null,
        looks: 1,
        applied: 0,
        told: null,
        watchUntil: new Date('9999-01-01'),
      } as never);
      await runAfter(2.9);
      expect([await isWatched(id), await isWatched('untracked-object')]).toEqual([true, true]);
      await runAfter(0.2);
      expect([await isWatched(id), await isWatched('untracked-object'), (await billing.subscribe(as)).status]).toEqual([
        false,
        false,
        200,
      ]);
    });
  });
});
