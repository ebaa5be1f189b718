import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { cancelSubscription, updateUserPlan } from '@inkbear/contracts/billing/billing';
import { createPromoCode } from '@inkbear/contracts/billing/promo-code';
import { allowanceOverridden, entitlementChanged, userRemoved } from '@inkbear/contracts/events';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { SandboxObjectRepository } from '../sandbox/sandbox-object.repository.ts';
import { SandboxProvider } from '../sandbox/sandbox-provider.ts';
import { admin, TestBilling } from '../testing/test-billing.ts';

describe('due work', () => {
  let billing: TestBilling;
  beforeAll(async () => (billing = await TestBilling.start()));
  afterAll(() => billing.stop());
  afterEach(() => void jest.restoreAllMocks());
  const rows = (name: string) =>
    billing.service.platform.connection.collection<{ _id: string; [field: string]: unknown }>(name);

  it('stops the renewal of a closed account even when a promo code reservation cannot be released', async () => {
    const [blocked, leaving] = [testUser(), testUser()];
    await billing.service.call(createPromoCode, {
      as: admin,
      body: { code: 'STUCK', discountType: 'percentage', discountValue: 50 },
    });
    await billing.subscribe(blocked, 'stuck');
    await billing.pay(leaving, 'pro_monthly');
    await billing.service.deliver(userRemoved, leaving.userId, { userId: leaving.userId, stage: 'grace' });
    // The reservation expires only now, because a payment also runs the due work.
    await rows('promo_code_usage').updateMany({ userId: blocked.userId }, { $set: { reservedUntil: new Date(0) } });
    const cancelUnpaid = jest
      .spyOn(SandboxProvider.prototype, 'cancelUnpaid')
      .mockRejectedValue(new Error('provider failure'));
    await billing.service.runJob('run-due-work');
    expect(cancelUnpaid).toHaveBeenCalledTimes(1);
    expect(await rows('plan_accounts').findOne({ _id: leaving.userId })).toMatchObject({
      paidMonthly: { cancelAtPeriodEnd: true },
    });
    await billing.service.runJob('run-due-work');
    expect([await billing.service.hasWork('run-due-work'), cancelUnpaid.mock.calls.length]).toEqual([false, 1]);
    cancelUnpaid.mockRestore();
    await TestService.waitForRetry();
    expect(await billing.service.hasWork('run-due-work')).toBe(true);
    await billing.service.runJob('run-due-work');
    expect(await rows('promo_code_usage').countDocuments({ userId: blocked.userId })).toBe(0);
  });

  it('runs the later steps when an earlier one fails', async () => {
    const leaving = testUser();
    await billing.pay(leaving, 'pro_monthly');
    await billing.service.deliver(userRemoved, leaving.userId, { userId: leaving.userId, stage: 'grace' });
    jest.spyOn(SandboxProvider.prototype, 'advanceDueSubscriptions').mockRejectedValue(new Error('provider failure'));
    await expect(billing.service.runJob('run-due-work')).rejects.toThrow('provider failure');
    expect(await rows('plan_accounts').findOne({ _id: leaving.userId })).toMatchObject({
      paidMonthly: { cancelAtPeriodEnd: true },
    });
  });

  it('renews the other subscriptions when one cannot be renewed, logs that one, and renews it later', async () => {
    const failingId = await billing.pay(testUser(), 'pro_monthly');
    const otherId = await billing.pay(testUser(), 'pro_monthly');
    const countCharges = async () =>
      await Promise.all(
        [failingId, otherId].map(async (id) => {
          const charges = (await rows('sandbox_objects').findOne({ _id: id }))?.['charges'];
          return (charges as unknown[]).length;
        }),
      );
    const { change } = SandboxObjectRepository.prototype;
    jest.spyOn(SandboxObjectRepository.prototype, 'change').mockImplementation(async function (
      this: SandboxObjectRepository,
      id,
      ...decision
    ) {
      if (id === failingId) throw new Error('provider failure');
      return await change.call(this, id, ...decision);
    });
    const logged = jest.spyOn(billing.service.platform.logger, 'error');
    await billing.advance(32);
    expect(await countCharges()).toEqual([1, 2]);
    expect(logged.mock.calls).toEqual([
      [
        expect.objectContaining({ batch: 'advance-sandbox-subscriptions', itemId: failingId, attempt: 1 }),
        'batch_item_failed',
      ],
    ]);
    jest.restoreAllMocks();
    await TestService.waitForRetry();
    await billing.service.runJob('run-due-work');
    expect(await countCharges()).toEqual([2, 2]);
  });

  it('publishes an entitlement only when it differs from the last published one', async () => {
    const as = testUser();
    const id = await billing.pay(as, 'pro_monthly');
    const published = async () => (await billing.published(entitlementChanged, as.userId)).length;
    const before = await published();
    for (let count = 0; count < 3; count += 1) {
      await billing.service.platform.connection
        .collection('sandbox_events')
        .insertOne({ _id: `again-${count}` as never, type: 'subscription.updated', objectId: id, deliveredAt: null });
      await billing.service.runJob('run-due-work');
    }
    expect(await rows('provider_events').countDocuments({ _id: { $in: ['again-0', 'again-1', 'again-2'] } })).toBe(3);
    expect(await published()).toBe(before);
    await billing.advance(8);
    await billing.service.call(cancelSubscription, { as, body: {} });
    await billing.advance(31);
    expect((await billing.published(entitlementChanged, as.userId)).map(({ plan }) => plan).at(-1)).toBe('free');
    expect(await published()).toBeGreaterThan(before);
  });

  it('replies to an admin’s change after books has applied it, or says that books will apply it later', async () => {
    const as = testUser();
    const update = (body: object) =>
      billing.service.call(updateUserPlan, { as: admin, body: { userId: as.userId, ...body } });
    billing.books.requests.length = 0;
    expect((await update({ monthlyBookLimit: 1, referralCredits: 4 })).body['message']).toBe('The plan was updated.');
    expect(billing.books.requests).toEqual([
      [
        `/internal/users/${as.userId}/plan-override`,
        {
          entitlement: expect.objectContaining({ userId: as.userId, monthlyBookLimit: 1, seq: 1 }),
          credits: { adjustmentId: expect.any(String), creditBalance: 4, seq: 1 },
        },
      ],
    ]);
    await update({ monthlyBookLimit: 1 });
    expect(billing.books.requests.at(-1)).toEqual([
      expect.anything(),
      { entitlement: expect.objectContaining({ monthlyBookLimit: 1, seq: 1 }), credits: null },
    ]);
    billing.books.isDown = true;
    const { status, body } = await update({ monthlyBookLimit: 0 });
    billing.books.isDown = false;
    expect([status, body['message']]).toEqual([
      200,
      'The plan was updated. The books service did not respond; the new limit or balance will apply shortly.',
    ]);
    expect(
      (await billing.published(entitlementChanged, as.userId)).map(({ monthlyBookLimit }) => monthlyBookLimit),
    ).toEqual([1, 0]);
  });

  it('replies to an admin within the deadline when books hangs, and publishes the change', async () => {
    const as = testUser();
    billing.books.hangs = true;
    const startedAt = performance.now();
    const { status, body } = await billing.service.call(updateUserPlan, {
      as: admin,
      body: { userId: as.userId, monthlyBookLimit: 3, referralCredits: 2 },
    });
    const tookMs = performance.now() - startedAt;
    expect([status, body['message']]).toEqual([
      200,
      'The plan was updated. The books service did not respond; the new limit or balance will apply shortly.',
    ]);
    // The deadline is 300 ms. The default of other calls is 5 s.
    expect(tookMs).toBeGreaterThanOrEqual(290);
    expect(tookMs).toBeLessThan(3000);
    expect((await billing.published(entitlementChanged, as.userId)).at(-1)).toMatchObject({ monthlyBookLimit: 3 });
    expect((await billing.published(allowanceOverridden, as.userId)).at(-1)).toMatchObject({ creditBalance: 2 });
  });

  it('keeps the ids of provider events for 60 days', async () => {
    const as = testUser();
    await billing.pay(as, 'pro_oneoff');
    const [event] = await rows('provider_events').find({}).sort({ _id: -1 }).limit(1).toArray();
    const days = ((event?.['expireAt'] as Date).getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(60);
    expect((await rows('provider_events').indexes()).find(({ key }) => 'expireAt' in key)?.expireAfterSeconds).toBe(0);
  });
});
