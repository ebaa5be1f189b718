import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  cancelSubscription,
  createPaymentIntent,
  createSubscription,
  disputeSandboxPayment,
  getBillingConfig,
  getSubscription,
  openBillingPortal,
  refundSandboxPayment,
  updateUserPlan,
} from '@inkbear/contracts/billing/billing';
import { createPromoCode } from '@inkbear/contracts/billing/promo-code';
import {
  billingAdminAction,
  paymentDisputed,
  paymentRefunded,
  paymentSucceeded,
  subscriptionChanged,
} from '@inkbear/contracts/events';
import { ProblemError } from '@inkbear/service-kit/problem';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { SandboxProvider } from '../sandbox/sandbox-provider.ts';
import { admin, type Payer, TestBilling } from '../testing/test-billing.ts';

const free = ['free', false, 'none'];

describe('payments', () => {
  let billing: TestBilling;
  beforeAll(async () => void (billing = await TestBilling.start()));
  afterAll(() => billing.stop());

  const planCardOf = async (as: Payer) => (await billing.service.call(getSubscription, { as })).body;
  const lastPublishedOf = async (userId: string) => (await billing.published(subscriptionChanged, userId)).at(-1);
  const statusOf = async (response: Promise<{ status: number; body: Record<string, unknown> }>) => [
    (await response).status,
    (await response).body['code'] ?? null,
  ];

  describe('with a dishonest client', () => {
    it('rejects amounts, currencies and plans chosen by the client', async () => {
      const as = testUser();
      const bodies = [
        { amount: 1 },
        { amount: 1999 },
        { amount: -2000 },
        { amount: 0 },
        { amount: 2000.5 },
        { amount: '2000' },
        {},
        { amount: 2000, currency: 'jpy' },
        { amount: 2000, plan: 'pro_monthly' },
        { amount: 2000, total: 30 },
        { amount: 2000, discount: 1970 },
        { amount: 2000, userId: 'x' },
      ];
      for (const body of bodies)
        expect([body, (await billing.service.call(createPaymentIntent, { as, body })).status]).toEqual([body, 400]);
      for (const body of [
        { amount: 1 },
        { price: 'price_1' },
        { plan: 'pro_oneoff' },
        { currency: 'jpy' },
        { total: 30 },
      ])
        expect([body, (await billing.service.call(createSubscription, { as, body })).status]).toEqual([body, 400]);
      expect([await billing.planOf(as.userId), await billing.published(paymentSucceeded, as.userId)]).toEqual([
        free,
        [],
      ]);
    });

    it('grants nothing for a redirect, an unpaid plan or another user’s client secret', async () => {
      const [victim, attacker] = [testUser(), testUser()];
      const secrets = [
        (await billing.subscribe(victim)).body['clientSecret'],
        (await billing.buyOnce(victim)).body['clientSecret'],
      ];
      await Promise.all([billing.subscribe(attacker), billing.buyOnce(attacker)]);
      for (const secret of [...secrets, 'sandbox_made_up', `${String(secrets[0])}x`])
        expect(await statusOf(billing.confirm(attacker, secret))).toEqual([404, 'billing.payment_not_found']);
      await fetch(`${billing.service.url}/dashboard?payment_intent=pi_1&redirect_status=succeeded`);
      await billing.service.runJob('run-due-work');
      expect([
        await billing.planOf(attacker.userId),
        await billing.planOf(victim.userId),
        (await planCardOf(attacker))['subscription'],
      ]).toEqual([free, free, null]);
    });

    it('rejects refunds and disputes by users', async () => {
      const as = testUser();
      const paymentId = await billing.pay(as, 'pro_oneoff');
      expect([
        (await billing.service.call(refundSandboxPayment, { as, body: { paymentId } })).status,
        (await billing.service.call(disputeSandboxPayment, { as, body: { paymentId } })).status,
      ]).toEqual([401, 401]);
    });
  });

  it('creates one subscription for clicks in two tabs, and charges it once', async () => {
    const as = testUser();
    const started = await Promise.all(
      Array.from({ length: 8 }, (_, tab) =>
        billing.service.call(createSubscription, {
          as,
          headers: { 'idempotency-key': `tab-number-${tab % 2}-of-two` },
        }),
      ),
    );
    const ids = new Set(
      started.flatMap(({ status, body }) => (status === 200 ? [body['subscriptionId'] as string] : [])),
    );
    expect(ids.size).toBe(1);
    const secret = started.find(({ status }) => status === 200)?.body['clientSecret'];
    const paid = await Promise.all(Array.from({ length: 5 }, () => billing.confirm(as, secret)));
    expect(paid.map(({ body }) => body['status'])).toEqual(Array.from({ length: 5 }, () => 'succeeded'));
    expect((await billing.published(paymentSucceeded, as.userId)).length).toBe(1);
  });

  describe('when the provider fails', () => {
    /** Makes the provider's `start` fail while `work` runs. Its other calls succeed. */
    const whileStartFails = async <T>(work: () => Promise<T>): Promise<T> => {
      const original = SandboxProvider.prototype.start;
      SandboxProvider.prototype.start = () => Promise.reject(new ProblemError('billing.provider_failed'));
      try {
        return await work();
      } finally {
        SandboxProvider.prototype.start = original;
      }
    };

    it('allows a retry with the same idempotency key after cancelling an open purchase, and charges once', async () => {
      const as = testUser();
      await billing.service.call(createPromoCode, {
        as: admin,
        body: { code: 'FAILS', discountType: 'percentage', discountValue: 50 },
      });
      const { body: full } = await billing.buyOnce(as);
      const buy = () =>
        billing.service.call(createPaymentIntent, {
          as,
          body: { amount: 2000, promoCode: 'FAILS' },
          headers: { 'idempotency-key': 'one-click-on-pay' },
        });
      expect(await whileStartFails(async () => [await statusOf(buy()), await statusOf(buy())])).toEqual([
        [502, 'billing.provider_failed'],
        [502, 'billing.provider_failed'],
      ]);
      const { body: half } = await buy();
      expect([half['total'], (await buy()).body]).toEqual([1000, half]);
      expect([
        await statusOf(billing.confirm(as, full['clientSecret'])),
        (await billing.confirm(as, half['clientSecret'])).body['status'],
      ]).toEqual([[404, 'billing.payment_not_found'], 'succeeded']);
      expect((await billing.published(paymentSucceeded, as.userId)).map(({ amount }) => amount)).toEqual([1000]);
    });

    it('does not use up the idempotency key of a request that only released another user’s reservation', async () => {
      const [holder, next] = [testUser(), testUser()];
      await billing.service.call(createPromoCode, {
        as: admin,
        body: { code: 'HELD', discountType: 'percentage', discountValue: 50, maxUses: 1 },
      });
      await billing.buyOnce(holder, 'HELD');
      const { clock } = billing.service.platform.businessClock;
      clock.setOffset(clock.now().getTime() - Date.now() + 31 * 60_000);
      const buy = () =>
        billing.service.call(createPaymentIntent, {
          as: next,
          body: { amount: 2000, promoCode: 'HELD' },
          headers: { 'idempotency-key': 'the-next-click-on-pay' },
        });
      expect(await whileStartFails(() => statusOf(buy()))).toEqual([502, 'billing.provider_failed']);
      expect((await buy()).body['total']).toBe(1000);
    });
  });

  it('rejects a plan that the user already has, paid or granted, even if a better plan hides it', async () => {
    const [paid, granted, both] = [testUser(), testUser(), testUser()];
    await billing.pay(paid, 'pro_monthly');
    await billing.service.call(updateUserPlan, { as: admin, body: { userId: granted.userId, plan: 'pro_monthly' } });
    await billing.pay(both, 'pro_oneoff');
    await billing.pay(both, 'pro_monthly');
    const refused = [409, 'billing.already_active'];
    expect(
      await Promise.all(
        [billing.subscribe(paid), billing.subscribe(granted), billing.subscribe(both), billing.buyOnce(both)].map(
          statusOf,
        ),
      ),
    ).toEqual([refused, refused, refused, refused]);
    expect(await Promise.all([paid, granted, both].map(async (as) => (await planCardOf(as))['holds']))).toEqual([
      ['pro_monthly'],
      ['pro_monthly'],
      ['pro_monthly', 'pro_oneoff'],
    ]);
    expect((await billing.buyOnce(granted)).status).toBe(200);
    await billing.service.call(updateUserPlan, { as: admin, body: { userId: paid.userId, plan: 'free' } });
    expect([(await planCardOf(paid))['holds'], (await billing.subscribe(paid)).status]).toEqual([[], 200]);
  });

  it('shows the running subscription on the plan card', async () => {
    const as = testUser();
    expect(await planCardOf(as)).toEqual({
      plan: 'free',
      isActive: false,
      source: 'none',
      planEndDate: null,
      subscription: null,
      canCancel: false,
      canOpenPortal: false,
      holds: [],
    });
    expect(await statusOf(billing.service.call(openBillingPortal, { as }))).toEqual([409, 'billing.nothing_paid']);
    await billing.pay(as, 'pro_monthly');
    const card = await planCardOf(as);
    expect(card).toMatchObject({
      plan: 'pro_monthly',
      isActive: true,
      source: 'paid',
      canCancel: true,
      canOpenPortal: true,
      holds: ['pro_monthly'],
      subscription: {
        status: 'active',
        amount: 1200,
        currency: 'gbp',
        cancelAtPeriodEnd: false,
        endsAt: null,
        graceUntil: null,
      },
    });
    expect((await billing.service.call(openBillingPortal, { as })).body).toEqual({
      url: 'http://localhost:8080/dashboard?billing=portal',
    });
    const { body: cancelled } = await billing.service.call(cancelSubscription, { as });
    expect(await planCardOf(as)).toMatchObject({
      canCancel: false,
      subscription: { cancelAtPeriodEnd: true, renewsAt: null, endsAt: card['subscription'].renewsAt },
    });
    expect(cancelled['endsAt']).toBe(card['subscription'].renewsAt);
    expect((await billing.service.call(cancelSubscription, { as })).status).toBe(200);
    expect((await billing.service.call(getBillingConfig)).body).toMatchObject({
      mode: 'sandbox',
      publishableKey: null,
    });
  });

  it('keeps the plan for 7 days after a failed renewal, and returns the end of the grace period', async () => {
    const as = testUser();
    await billing.pay(as, 'pro_monthly', '4000000000000341');
    const renewsAt = Date.parse((await planCardOf(as))['subscription'].renewsAt as string);
    await billing.advance(34);
    expect(await planCardOf(as)).toMatchObject({
      isActive: true,
      canCancel: true,
      subscription: {
        status: 'past_due',
        renewsAt: null,
        graceUntil: new Date(renewsAt + 7 * 86_400_000).toISOString(),
      },
    });
    expect((await billing.subscribe(as)).body['code']).toBe('billing.already_active');
    await billing.advance(7);
    expect([
      await billing.planOf(as.userId),
      (await lastPublishedOf(as.userId))?.['endReason'],
      (await billing.published(paymentSucceeded, as.userId)).length,
    ]).toEqual([free, 'unpaid', 1]);
    await billing.pay(as, 'pro_monthly');
    expect(await billing.planOf(as.userId)).toEqual(['pro_monthly', true, 'paid']);
  });

  it('ends plan and subscription on a full refund, but not on a partial one', async () => {
    const [monthly, oneOff] = [testUser(), testUser()];
    const [subscriptionId, paymentId] = [
      await billing.pay(monthly, 'pro_monthly'),
      await billing.pay(oneOff, 'pro_oneoff'),
    ];
    expect((await billing.refund({ subscriptionId, amount: 200 })).body).toMatchObject({ amount: 200 });
    expect([await billing.planOf(monthly.userId), await lastPublishedOf(monthly.userId)]).toEqual([
      ['pro_monthly', true, 'paid'],
      expect.objectContaining({ status: 'active' }),
    ]);
    expect((await billing.refund({ subscriptionId })).body).toMatchObject({ amount: 1000 });
    expect((await billing.refund({ paymentId })).body).toMatchObject({ paymentId, amount: 2000 });
    expect([await billing.planOf(monthly.userId), await billing.planOf(oneOff.userId)]).toEqual([free, free]);
    expect(
      (await billing.published(paymentRefunded, monthly.userId)).map(({ amount, isFull, subscriptionId: of }) => [
        amount,
        isFull,
        of,
      ]),
    ).toEqual([
      [200, false, subscriptionId],
      [1000, true, subscriptionId],
    ]);
    expect(await lastPublishedOf(monthly.userId)).toMatchObject({ status: 'canceled', endReason: 'refunded' });
    expect(
      await billing.service.platform.connection
        .collection<{ _id: string }>('sandbox_objects')
        .findOne({ _id: subscriptionId }),
    ).toMatchObject({ status: 'canceled' });
    await billing.advance(40);
    expect((await billing.published(paymentSucceeded, monthly.userId)).length).toBe(1);
    expect(
      await Promise.all(
        [
          billing.refund({ paymentId }),
          billing.refund({ paymentId: 'none' }),
          billing.refund({}),
          billing.refund({ paymentId, subscriptionId }),
        ].map(statusOf),
      ),
    ).toEqual([
      [409, 'billing.not_refundable'],
      [404, 'billing.payment_not_found'],
      [400, 'request.invalid'],
      [400, 'request.invalid'],
    ]);
    const auditEvents = (await billing.service.emitted(billingAdminAction))
      .map(({ data }) => data)
      .filter(({ target }) => target === monthly.userId);
    expect(auditEvents).toMatchObject([
      { action: 'payment.refunded', after: { amount: 200 } },
      { action: 'payment.refunded', after: { amount: 1000 } },
    ]);
  });

  it.each([
    ['refunded', 'refund'],
    ['disputed', 'dispute'],
  ] as const)(
    'ends the plan when an earlier month’s payment is %s in full, and allows a new purchase',
    async (endReason, action) => {
      const as = testUser();
      const subscriptionId = await billing.pay(as, 'pro_monthly');
      const [first] = await billing.published(paymentSucceeded, as.userId);
      await billing.advance(32);
      await billing.refund({ paymentId: first?.['paymentId'], amount: 1199 });
      expect(await billing.planOf(as.userId)).toEqual(['pro_monthly', true, 'paid']);
      await billing[action]({ paymentId: first?.['paymentId'] });
      expect([await billing.planOf(as.userId), await lastPublishedOf(as.userId)]).toEqual([
        free,
        expect.objectContaining({ status: 'canceled', endReason }),
      ]);
      expect(
        await billing.service.platform.connection
          .collection<{ _id: string }>('sandbox_objects')
          .findOne({ _id: subscriptionId }),
      ).toMatchObject({ status: 'canceled' });
      await billing.pay(as, 'pro_monthly');
      expect(await billing.planOf(as.userId)).toEqual(['pro_monthly', true, 'paid']);
      await billing.refund({ subscriptionId });
      expect(await billing.planOf(as.userId)).toEqual(['pro_monthly', true, 'paid']);
    },
  );

  it('ends the plan on a lost dispute, and publishes the disputed amount without earlier refunds', async () => {
    const [monthly, oneOff] = [testUser(), testUser()];
    const [subscriptionId, paymentId] = [
      await billing.pay(monthly, 'pro_monthly'),
      await billing.pay(oneOff, 'pro_oneoff'),
    ];
    await billing.refund({ paymentId, amount: 500 });
    expect([
      (await billing.dispute({ subscriptionId })).body['amount'],
      (await billing.dispute({ paymentId })).body['amount'],
    ]).toEqual([1200, 1500]);
    expect([
      await billing.planOf(monthly.userId),
      await billing.planOf(oneOff.userId),
      (await lastPublishedOf(monthly.userId))?.['endReason'],
    ]).toEqual([free, free, 'disputed']);
    expect((await billing.published(paymentDisputed, oneOff.userId)).map(({ amount }) => amount)).toEqual([1500]);
    expect((await billing.dispute({ paymentId })).body['code']).toBe('billing.not_refundable');
  });

  it('publishes one fingerprint per card: different for different users, equal for a shared card', async () => {
    const [ada, bo] = [testUser(), testUser()];
    const sharedCard = '5555 5555 5555 4444';
    for (const as of [ada, bo]) await billing.pay(as, 'pro_oneoff');
    await billing.pay(ada, 'pro_monthly', '4242-4242-4242-4242');
    await billing.pay(bo, 'pro_monthly', sharedCard);
    const [oneOff, monthly, otherUsers, shared] = (
      await Promise.all([ada, bo].map(({ userId }) => billing.published(paymentSucceeded, userId)))
    )
      .flat()
      .map(({ cardFingerprint }) => cardFingerprint);
    const third = testUser();
    await billing.pay(third, 'pro_oneoff', sharedCard);
    const [again] = (await billing.published(paymentSucceeded, third.userId)).map(
      ({ cardFingerprint }) => cardFingerprint,
    );
    expect([monthly === oneOff, new Set([oneOff, otherUsers, shared]).size, again === shared]).toEqual([true, 3, true]);
  });

  it('records an audit event when an admin moves the sandbox clock', async () => {
    await billing.advance(0.5);
    expect((await billing.service.emitted(billingAdminAction)).at(-1)?.data).toMatchObject({
      action: 'sandbox-clock.moved',
      target: 'clock',
    });
  });
});
