import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { paymentDisputed, paymentRefunded, paymentSucceeded } from '@inkbear/contracts/events';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { FakeStripeServer } from '../testing/fake-stripe-server.ts';
import { type Payer, TestBilling } from '../testing/test-billing.ts';

const dayMs = 86_400_000;
const tracked = ({ service }: TestBilling) =>
  service.platform.connection.collection<{ _id: string; userId: string | null; watchUntil: Date }>('provider_objects');
const differencesOf = async ({ service }: TestBilling, objectId: string) =>
  await service.platform.connection
    .collection('provider_differences')
    .find({ objectId }, { hint: '_id_', projection: { _id: 0, userId: 1, outcome: 1 } })
    .toArray();

describe('reconcile with erased payers at Stripe, whose events are all lost', () => {
  let server: FakeStripeServer;
  let billing: TestBilling;
  beforeAll(async () => {
    server = await FakeStripeServer.start();
    billing = await TestBilling.start(server.env);
  });
  afterAll(async () => {
    await billing.stop();
    await server.stop();
  });
  const moveDays = (days: number) => billing.service.platform.businessClock.clock.setOffset(days * dayMs);
  afterEach(() => moveDays(0));
  const reconcile = () => billing.service.runJob('reconcile');

  /** Pays, and is erased. Returns the id of the object. */
  const payAndErase = async (as: Payer, plan: 'pro_monthly' | 'pro_oneoff') => {
    const { body } = await (plan === 'pro_monthly' ? billing.subscribe(as) : billing.buyOnce(as));
    server.stripe.confirm(body['clientSecret'] as string);
    await reconcile();
    await billing.erase(as);
    return String(body['subscriptionId'] ?? body['paymentId']);
  };

  it.each(['pro_monthly', 'pro_oneoff'] as const)('finds the refund and the chargeback of %s once', async (plan) => {
    const [refunded, disputed] = [testUser(), testUser()];
    const refundedId = await payAndErase(refunded, plan);
    const disputedId = await payAndErase(disputed, plan);
    moveDays(119);
    await reconcile();
    expect(await differencesOf(billing, refundedId)).toEqual([]);
    server.stripe.refund(server.stripe.intentOf(refundedId), 500);
    server.stripe.loseDispute(server.stripe.intentOf(disputedId));
    for (let runs = 0; runs < 2; runs += 1) await reconcile();
    expect([
      (await billing.published(paymentRefunded, refunded.userId)).map(({ amount }) => amount),
      (await billing.published(paymentDisputed, disputed.userId)).length,
      (await billing.published(paymentSucceeded, refunded.userId)).length,
      await differencesOf(billing, refundedId),
    ]).toEqual([[500], 1, 1, [{ userId: null, outcome: 'repaired' }]]);
  });

  it('stops watching 120 days after the erasure, and stores no id of the user', async () => {
    const id = await payAndErase(testUser(), 'pro_monthly');
    const row = await tracked(billing).findOne({ _id: id });
    const days = ((row?.watchUntil.getTime() ?? 0) - Date.now()) / dayMs;
    expect([row?.userId, Math.round(days)]).toEqual([null, 120]);
  });
});

describe('reconcile with erased payers in the sandbox', () => {
  let billing: TestBilling;
  beforeAll(async () => void (billing = await TestBilling.start()));
  afterAll(() => billing.stop());

  it('does not report that their objects are missing, and watches them until their time is over', async () => {
    const as = testUser();
    const ids = [await billing.pay(as, 'pro_monthly'), await billing.pay(as, 'pro_oneoff')];
    await billing.erase(as);
    const watched = () => tracked(billing).countDocuments({ _id: { $in: ids } });
    await billing.service.runJob('reconcile');
    expect([await watched(), ...(await Promise.all(ids.map((id) => differencesOf(billing, id))))]).toEqual([2, [], []]);
    await billing.advance(31);
    await billing.service.runJob('reconcile');
    expect([await watched(), ...(await Promise.all(ids.map((id) => differencesOf(billing, id))))]).toEqual([2, [], []]);
  });

  it('ends a subscription that is still paid for, although its event was lost', async () => {
    const as = testUser();
    const id = await billing.pay(as, 'pro_monthly');
    const { connection } = billing.service.platform;
    const objects = connection.collection<{ _id: string }>('sandbox_objects');
    const object = await objects.findOne({ _id: id });
    await billing.erase(as);
    await connection
      .collection<{ _id: string }>('user_removals')
      .updateOne({ _id: as.userId }, { $set: { erasedAt: new Date() } });
    await objects.insertOne(object as { _id: string });
    await billing.service.runJob('reconcile');
    await billing.service.runJob('erase-removed');
    expect(await objects.countDocuments({ userId: as.userId })).toBe(0);
  });
});
