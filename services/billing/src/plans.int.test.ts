import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  advanceSandboxClock,
  billingWebhook,
  cancelSubscription,
  confirmSandboxPayment,
  createPaymentIntent,
  createSubscription,
  disputeSandboxPayment,
  getBillingConfig,
  getEntitlement,
  refundSandboxPayment,
  updateUserPlan,
} from '@inkbear/contracts/billing/billing';
import { createPromoCode, redeemPromoCode } from '@inkbear/contracts/billing/promo-code';
import {
  allowanceOverridden,
  billingAdminAction,
  creditBalanceChanged,
  entitlementChanged,
  paymentDisputed,
  paymentRefunded,
  paymentSucceeded,
  planGrantRequested,
  sandboxClockMoved,
  subscriptionChanged,
  userRemoved,
} from '@inkbear/contracts/events';
import { checkErasure } from '@inkbear/service-kit/testing/check-erasure';
import { testUser, type TestService } from '@inkbear/service-kit/testing/test-service';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { erasure } from './migrations/0003-erasure.ts';
import { PlanAccountRepository } from './plan-accounts/plan-account.repository.ts';
import { signEvent } from './sandbox/sandbox-event.ts';
import { admin, goodCard, type Payer, TestBilling, webhookSecret as secret } from './testing/test-billing.ts';

const booksIdentity = { role: 'service', service: 'books' } as const;

describe('billing', () => {
  let testBilling: TestBilling;
  let billing: TestService;
  beforeAll(async () => {
    testBilling = await TestBilling.start();
    billing = testBilling.service;
  });
  afterAll(() => testBilling.stop());

  const planOf = (userId: string) => testBilling.planOf(userId);
  const advance = (days: number) => testBilling.advance(days);
  const pay = async (
    route: typeof createSubscription | typeof createPaymentIntent,
    as: Payer,
    cardNumber: string,
    confirmation = {},
  ) => {
    const started = await (route === createSubscription ? testBilling.subscribe(as) : testBilling.buyOnce(as));
    return await testBilling.confirm(as, started.body['clientSecret'], cardNumber, confirmation);
  };

  it('returns the prices', async () => {
    expect((await billing.call(getBillingConfig)).body).toEqual({
      mode: 'sandbox',
      publishableKey: null,
      currency: 'gbp',
      prices: { pro_monthly: 1200, pro_oneoff: 2000 },
    });
  });

  it('upgrades to Pro Monthly on payment and publishes it once', async () => {
    const as = testUser();
    expect((await pay(createSubscription, as, goodCard)).body['status']).toBe('succeeded');
    expect(await planOf(as.userId)).toEqual(['pro_monthly', true, 'paid']);
    expect(
      (await billing.emitted(paymentSucceeded))
        .filter(({ data }) => data['userId'] === as.userId)
        .map(({ data }) => data['amount']),
    ).toEqual([1200]);
    expect(
      (await billing.emitted(entitlementChanged)).filter(({ key }) => key === as.userId).at(-1)?.data,
    ).toMatchObject({ plan: 'pro_monthly', isActive: true });
    expect((await billing.call(createSubscription, { as })).body['code']).toBe('billing.already_active');
  });

  it('creates one subscription for ten concurrent calls', async () => {
    const as = testUser();
    const started = await Promise.all(Array.from({ length: 10 }, () => billing.call(createSubscription, { as })));
    expect([
      new Set(started.map(({ body }) => body['subscriptionId'])).size,
      started.every(({ status }) => status === 200),
    ]).toEqual([1, true]);
  });

  it('never upgrades for a declined card, an unfinished confirmation, a wrong amount or someone else’s secret', async () => {
    const as = testUser();
    expect((await pay(createPaymentIntent, as, '4000 0000 0000 0002')).body).toEqual({
      status: 'declined',
      message: 'Your card was declined.',
    });
    expect((await pay(createPaymentIntent, as, '4000002500003155')).body['status']).toBe('requires_action');
    expect((await billing.call(createPaymentIntent, { as, body: { amount: 1 } })).body['code']).toBe(
      'billing.amount_mismatch',
    );
    const clientSecret = (await billing.call(createPaymentIntent, { as, body: { amount: 2000 } })).body['clientSecret'];
    expect(
      (
        await billing.call(confirmSandboxPayment, {
          as: testUser(),
          body: { clientSecret, cardNumber: goodCard },
        })
      ).status,
    ).toBe(404);
    expect(await planOf(as.userId)).toEqual(['free', false, 'none']);
    expect((await pay(createPaymentIntent, as, '4000-0025-0000-3155', { authenticated: true })).body['status']).toBe(
      'succeeded',
    );
    expect(await planOf(as.userId)).toEqual(['pro_oneoff', true, 'paid']);
  });

  it('applies correctly signed events once, in any order and however often they are delivered', async () => {
    const as = testUser();
    await pay(createSubscription, as, goodCard);
    const rows = await billing.platform.connection.collection('sandbox_events').find({}).sort({ _id: 1 }).toArray();
    const send = (raw: string, signature: string) =>
      fetch(`${billing.url}${billingWebhook.path}`, {
        method: 'POST',
        body: raw,
        headers: { 'content-type': 'application/json', 'inkbear-signature': signature },
      });
    const raws = rows.map((row) =>
      JSON.stringify({ id: String(row._id), type: row['type'], objectId: row['objectId'] }),
    );
    const before = (await billing.emitted(paymentSucceeded)).length;
    const statuses = await Promise.all(
      [...raws, ...raws.toReversed()].map(async (raw) => (await send(raw, signEvent(Buffer.from(raw), secret))).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await billing.emitted(paymentSucceeded)).length).toBe(before);
    const applied = await billing.platform.connection.collection('provider_events').find({}).sort({ _id: 1 }).toArray();
    expect(applied.map(({ _id }) => String(_id))).toEqual(rows.map(({ _id }) => String(_id)));
    const [raw = ''] = raws;
    const forged = await Promise.all([
      send(raw, 'ff'),
      send(`${raw} `, signEvent(Buffer.from(raw), secret)),
      send(raw, signEvent(Buffer.from(raw), 'another-secret-here')),
    ]);
    expect(forged.map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  it('renews, grants 7 days of grace after a failed renewal, and ends cancelled subscriptions with their period', async () => {
    const [renewing, failing, leaving, oneOff] = [testUser(), testUser(), testUser(), testUser()];
    await pay(createSubscription, renewing, goodCard);
    await pay(createSubscription, failing, '4000000000000341');
    await pay(createSubscription, leaving, goodCard);
    await pay(createPaymentIntent, oneOff, goodCard);
    expect((await billing.call(cancelSubscription, { as: leaving })).status).toBe(200);
    expect((await billing.call(cancelSubscription, { as: oneOff })).body['code']).toBe('billing.no_subscription');
    expect(await planOf(leaving.userId)).toEqual(['pro_monthly', true, 'paid']);
    await advance(33);
    expect(await Promise.all([renewing, failing, leaving, oneOff].map(({ userId }) => planOf(userId)))).toEqual([
      ['pro_monthly', true, 'paid'],
      ['pro_monthly', true, 'paid'],
      ['free', false, 'none'],
      ['pro_oneoff', false, 'paid'],
    ]);
    await advance(8);
    expect(await planOf(failing.userId)).toEqual(['free', false, 'none']);
    expect(
      (await billing.emitted(paymentSucceeded)).filter(({ data }) => data['userId'] === renewing.userId),
    ).toHaveLength(2);
    expect(
      (await billing.emitted(entitlementChanged)).filter(({ key }) => key === oneOff.userId).at(-1)?.data,
    ).toMatchObject({ plan: 'pro_oneoff', isActive: false });
    expect((await pay(createSubscription, leaving, goodCard)).body['status']).toBe('succeeded');
    expect(await planOf(leaving.userId)).toEqual(['pro_monthly', true, 'paid']);
  });

  it('ends a subscription at once when it is cancelled in the grace period', async () => {
    const as = testUser();
    const { body } = await testBilling.subscribe(as);
    await testBilling.confirm(as, body['clientSecret'], '4000000000000341');
    await advance(33);
    expect(await planOf(as.userId)).toEqual(['pro_monthly', true, 'paid']);
    const before = billing.platform.clock.now().getTime();
    const cancelled = await billing.call(cancelSubscription, { as });
    expect([
      cancelled.status,
      cancelled.body['message'],
      Date.parse(cancelled.body['endsAt'] as string) >= before,
    ]).toEqual([200, 'Your plan has ended.', true]);
    expect([
      await planOf(as.userId),
      (await testBilling.published(subscriptionChanged, as.userId)).at(-1)?.['status'],
    ]).toEqual([['free', false, 'none'], 'canceled']);
    expect((await billing.call(cancelSubscription, { as })).body['code']).toBe('billing.no_subscription');
  });

  it('keeps granted plans apart from paid ones, and records an audit event', async () => {
    const as = testUser();
    const update = (body: Record<string, unknown>) =>
      billing.call(updateUserPlan, { as: admin, body: { userId: as.userId, ...body } });
    expect(
      (await update({ plan: 'pro_monthly', monthlyBookLimit: null, referralCredits: 4 })).body['user'],
    ).toMatchObject({ plan: 'pro_monthly', source: 'granted', monthlyBookLimit: null });
    expect((await billing.emitted(paymentSucceeded)).some(({ data }) => data['userId'] === as.userId)).toBe(false);
    expect((await billing.emitted(allowanceOverridden)).at(-1)?.data).toMatchObject({
      userId: as.userId,
      creditBalance: 4,
    });
    expect((await billing.emitted(billingAdminAction)).at(-1)?.data).toMatchObject({
      actor: 'admin:admin-1',
      target: as.userId,
      before: { plan: 'free' },
      after: { plan: 'pro_monthly' },
    });
    expect((await billing.call(createSubscription, { as })).body['code']).toBe('billing.already_active');
    expect((await update({ monthlyBookLimit: 7 })).body['user']).toMatchObject({
      plan: 'pro_monthly',
      monthlyBookLimit: 7,
    });
    expect((await update({ plan: 'free' })).body['user']).toMatchObject({ plan: 'free', monthlyBookLimit: 7 });
    expect((await billing.call(updateUserPlan, { as: admin, body: { userId: 'nobody', plan: 'free' } })).status).toBe(
      404,
    );
    expect((await billing.call(updateUserPlan, { as, body: { userId: as.userId, plan: 'pro_monthly' } })).status).toBe(
      401,
    );
  });

  it('records the previous credit balance in the audit trail, as published by books or set by an admin later', async () => {
    const { userId } = testUser();
    const set = (referralCredits?: number) =>
      billing.call(updateUserPlan, {
        as: admin,
        body: { userId, monthlyBookLimit: 3, ...(referralCredits === undefined ? {} : { referralCredits }) },
      });
    const auditTrail = async () =>
      (await billing.emitted(billingAdminAction))
        .filter(({ data }) => data['target'] === userId)
        .map(({ data }) =>
          [data['before'], data['after']].map((side) => (side as { referralCredits?: number }).referralCredits),
        );
    await set(4);
    await set(6);
    await billing.deliver(creditBalanceChanged, userId, { userId, balance: 5 }, { seq: 3 });
    await billing.deliver(creditBalanceChanged, userId, { userId, balance: 9 }, { seq: 2 });
    await set();
    await set(1);
    expect(await auditTrail()).toEqual([
      [0, 4],
      [4, 6],
      [undefined, undefined],
      [5, 1],
    ]);
  });

  it('applies an admin action once when it is retried with the same idempotency key', async () => {
    const as = testUser();
    const paymentId = await testBilling.pay(as, 'pro_oneoff');
    const sendTwice = async (route: Parameters<typeof billing.call>[0], key: string, body: Record<string, unknown>) => {
      const send = () => billing.call(route, { as: admin, body, headers: { 'idempotency-key': key } });
      const [first, second] = [await send(), await send()];
      expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    };
    await sendTwice(updateUserPlan, 'admin-click-update', {
      userId: as.userId,
      plan: 'pro_oneoff',
      referralCredits: 3,
    });
    await sendTwice(refundSandboxPayment, 'admin-click-refund', { paymentId, amount: 700 });
    await sendTwice(disputeSandboxPayment, 'admin-click-dispute', { paymentId });
    const offset = async () =>
      ((await billing.emitted(sandboxClockMoved)).at(-1)?.data['offsetMs'] as number | undefined) ?? 0;
    const before = await offset();
    await sendTwice(advanceSandboxClock, 'admin-click-move', { advanceDays: 1 });
    const { body: entitlement } = await billing.call(getEntitlement, {
      as: { role: 'service', service: 'books' },
      params: { id: as.userId },
    });
    expect([
      entitlement['oneOffCount'],
      (await testBilling.published(allowanceOverridden, as.userId)).length,
      (await testBilling.published(paymentRefunded, as.userId)).map(({ amount }) => amount),
      (await testBilling.published(paymentDisputed, as.userId)).length,
      await offset(),
    ]).toEqual([1, 1, [700], 1, before + 86_400_000]);
  });

  it('completes a retried change whose first attempt failed after the cancellation at the provider', async () => {
    const as = testUser();
    await pay(createSubscription, as, goodCard);
    const endPlan = () =>
      billing.call(updateUserPlan, {
        as: admin,
        body: { userId: as.userId, plan: 'free', monthlyBookLimit: 5 },
        headers: { 'idempotency-key': 'admin-click-end' },
      });
    const original = PlanAccountRepository.prototype.save;
    PlanAccountRepository.prototype.save = async function failing(this: PlanAccountRepository, account, session) {
      if (account.monthlyBookLimit === 5) throw new Error('database failure');
      await original.call(this, account, session);
    };
    try {
      expect((await endPlan()).status).toBe(500);
    } finally {
      PlanAccountRepository.prototype.save = original;
    }
    expect((await endPlan()).body['user']).toMatchObject({ plan: 'free', monthlyBookLimit: 5 });
  });

  it('lets an admin end a paid plan at once', async () => {
    const as = testUser();
    await pay(createSubscription, as, goodCard);
    await billing.call(updateUserPlan, { as: admin, body: { userId: as.userId, plan: 'free' } });
    expect(await planOf(as.userId)).toEqual(['free', false, 'none']);
    expect(testBilling.books.requests.at(-1)).toEqual([
      expect.stringContaining(as.userId),
      expect.objectContaining({
        entitlement: expect.objectContaining({
          userId: as.userId,
          plan: 'free',
          isActive: false,
          seq: expect.any(Number),
        }),
      }),
    ]);
  });

  it('sends the plan to books again when an admin repeats a change that books did not confirm', async () => {
    const as = testUser();
    const grant = () => billing.call(updateUserPlan, { as: admin, body: { userId: as.userId, monthlyBookLimit: 7 } });
    testBilling.books.isDown = true;
    expect((await grant()).body['message']).toContain('The books service did not respond');
    testBilling.books.isDown = false;
    expect((await grant()).body['message']).toBe('The plan was updated.');
    expect(testBilling.books.requests.at(-1)).toEqual([
      expect.stringContaining(as.userId),
      expect.objectContaining({ entitlement: expect.objectContaining({ monthlyBookLimit: 7, seq: 1 }) }),
    ]);
  });

  it('grants a plan that auth requested once, even when the event is published again', async () => {
    const as = testUser();
    const event = await billing.deliver(planGrantRequested, as.userId, { userId: as.userId, plan: 'pro_oneoff' });
    await billing.redeliver(event);
    expect(
      (await billing.platform.connection.collection('inbox').deleteMany({ _id: { $regex: event.id } as never }))
        .deletedCount,
    ).toBe(1);
    await billing.redeliver(event);
    expect((await billing.call(getEntitlement, { as: booksIdentity, params: { id: as.userId } })).body).toMatchObject({
      plan: 'pro_oneoff',
      oneOffCount: 1,
    });
  });

  it('stops renewals of closed accounts and resumes them on restore, unless the user had cancelled before', async () => {
    const [leaving, returning, cancelled, payingLater] = [testUser(), testUser(), testUser(), testUser()];
    for (const as of [leaving, returning, cancelled]) await pay(createSubscription, as, goodCard);
    await billing.call(cancelSubscription, { as: cancelled });
    const remove = (as: Payer, stage: 'grace' | 'restored') =>
      billing.deliver(userRemoved, as.userId, { userId: as.userId, stage }, { seq: stage === 'grace' ? 1 : 2 });
    for (const as of [leaving, returning, cancelled, payingLater]) await remove(as, 'grace');
    await pay(createSubscription, payingLater, goodCard);
    await billing.runJob('run-due-work');
    const endsAtPeriodEnd = async (as: Payer) =>
      (await testBilling.published(subscriptionChanged, as.userId)).at(-1)?.['cancelAtPeriodEnd'];
    expect(await Promise.all([leaving, returning, cancelled, payingLater].map(endsAtPeriodEnd))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    for (const as of [returning, cancelled]) await remove(as, 'restored');
    await billing.runJob('run-due-work');
    expect(await Promise.all([leaving, returning, cancelled].map(endsAtPeriodEnd))).toEqual([true, false, true]);
    await advance(32);
    const paid = async ({ userId }: Payer) => (await testBilling.published(paymentSucceeded, userId)).length;
    // The scheduled job of the service may hold the lease, and a second run does not wait for it.
    await eventually(
      () => paid(returning),
      (payments) => payments >= 2,
    );
    expect(await Promise.all([leaving, returning, cancelled, payingLater].map(paid))).toEqual([1, 2, 1, 1]);
    await remove(leaving, 'restored');
    await billing.runJob('run-due-work');
    expect([
      await planOf(leaving.userId),
      await billing.platform.connection.collection('plan_accounts').countDocuments({ 'removal.stage': 'restored' }),
    ]).toEqual([['free', false, 'none'], 0]);
  });

  it('ends an erased user’s subscriptions at the provider, including those reported after the erasure', async () => {
    const [paying, payingLater] = [testUser(), testUser()];
    await pay(createSubscription, paying, goodCard);
    for (const { userId } of [paying, payingLater])
      await billing.redeliver(await billing.deliver(userRemoved, userId, { userId, stage: 'erased' }));
    await billing.runJob('erase-removed');
    expect((await pay(createSubscription, payingLater, goodCard)).body['status']).toBe('succeeded');
    expect([await planOf(paying.userId), await planOf(payingLater.userId)]).toEqual([
      ['free', false, 'none'],
      ['free', false, 'none'],
    ]);
    await billing.runJob('erase-removed');
    await advance(40);
    expect(
      await billing.platform.connection
        .collection('sandbox_objects')
        .countDocuments({ userId: { $in: [paying.userId, payingLater.userId] } }),
    ).toBe(0);
    expect(
      await billing.platform.connection
        .collection<{ _id: string }>('plan_accounts')
        .countDocuments({ _id: { $in: [paying.userId, payingLater.userId] } }),
    ).toBe(0);
  });

  it('erases accounts, grants and provider data, and keeps payment events without the card', async () => {
    const seed = async ({ userId }: { userId: string }) => {
      await pay(createPaymentIntent, testUser(userId), goodCard);
      await pay(createSubscription, testUser(userId), goodCard);
      await billing.call(updateUserPlan, {
        as: admin,
        body: { userId, plan: 'pro_oneoff', monthlyBookLimit: 3, referralCredits: 2 },
      });
      await billing.call(createPromoCode, {
        as: admin,
        body: { code: `code-${userId.slice(0, 8)}`, discountType: 'credits', discountValue: 1 },
      });
      await billing.call(redeemPromoCode, { as: testUser(userId), body: { code: `code-${userId.slice(0, 8)}` } });
      await billing.platform.connection.collection('provider_differences').insertOne({ userId });
    };
    const amountsWithoutCard = async () =>
      (await billing.emitted(paymentSucceeded))
        .filter(({ data }) => data['cardFingerprint'] === null)
        .map(({ data }) => data['amount']);
    const before = await amountsWithoutCard();
    expect(
      await checkErasure(billing, {
        seed,
        keepUserId: ['payments'],
        withoutUserData: ['provider_events', 'sandbox_events', 'sandbox_clock', 'promo_codes', 'reconciliations'],
      }),
    ).toEqual({ unseeded: [], remaining: [], lost: [] });
    expect((await amountsWithoutCard()).slice(before.length).toSorted()).toEqual([1200, 2000]);
  });

  it('completes the erasure of users that an earlier release had only marked', async () => {
    const { connection } = billing.platform;
    const as = testUser();
    await pay(createSubscription, as, goodCard);
    await connection
      .collection<{ _id: string }>('plan_accounts')
      .updateOne({ _id: as.userId }, { $set: { cancellationWanted: true } });
    await connection
      .collection('plan_accounts')
      .createIndex(
        { cancellationWanted: 1, 'paidMonthly.status': 1 },
        { partialFilterExpression: { cancellationWanted: true } },
      );
    await erasure.up(connection);
    await billing.runJob('erase-removed');
    expect([
      await planOf(as.userId),
      await connection.collection('sandbox_objects').countDocuments({ userId: as.userId }),
    ]).toEqual([['free', false, 'none'], 0]);
  });

  it('accepts provider events of up to 256 KB', async () => {
    const send = async (bytes: number) =>
      (
        await fetch(`${billing.url}${billingWebhook.path}`, {
          method: 'POST',
          body: 'x'.repeat(bytes),
          headers: { 'content-type': 'application/json', 'inkbear-signature': 'ff' },
        })
      ).status;
    expect([await send(262_144), await send(262_145)]).toEqual([400, 413]);
  });

  it('requires the session, admin or peer that the route declares', async () => {
    const as = testUser();
    expect((await billing.call(createSubscription)).status).toBe(401);
    expect((await billing.call(advanceSandboxClock, { as, body: { advanceDays: 1 } })).status).toBe(401);
    expect((await billing.call(getEntitlement, { as, params: { id: as.userId } })).status).toBe(404);
  });
});
