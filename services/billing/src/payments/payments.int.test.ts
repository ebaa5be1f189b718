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

  const cardOf = async (as: Payer) => (await billing.service.call(getSubscription, { as })).body;
  const lastToldOf = async (userId: string) => (await billing.told(subscriptionChanged, userId)).at(-1);
  const statusOf = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => [
    (await answer).status,
    (await answer).body['code'] ?? null,
  ];

  describe('a client that lies', () => {
    it('pays the list price or nothing: amount, currency and plan are not its to say', async () => {
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
      expect([await billing.planOf(as.userId), await billing.told(paymentSucceeded, as.userId)]).toEqual([free, []]);
    });

    it('gets nothing for a redirect, a plan it never paid, or a secret of somebody else', async () => {
      const [victim, liar] = [testUser(), testUser()];
      const secrets = [
        (await billing.subscribe(victim)).body['clientSecret'],
        (await billing.buyOnce(victim)).body['clientSecret'],
      ];
      await Promise.all([billing.subscribe(liar), billing.buyOnce(liar)]);
      for (const secret of [...secrets, 'sandbox_made_up', `${String(secrets[0])}x`])
        expect(await statusOf(billing.confirm(liar, secret))).toEqual([404, 'billing.payment_not_found']);
      await fetch(`${billing.service.url}/dashboard?payment_intent=pi_1&redirect_status=succeeded`);
      await billing.service.runJob('settle-plans');
      expect([
        await billing.planOf(liar.userId),
        await billing.planOf(victim.userId),
        (await cardOf(liar))['subscription'],
      ]).toEqual([free, free, null]);
    });

    it('cannot refund, dispute or move the time', async () => {
      const as = testUser();
      const paymentId = await billing.pay(as, 'pro_oneoff');
      expect([
        (await billing.service.call(refundSandboxPayment, { as, body: { paymentId } })).status,
        (await billing.service.call(disputeSandboxPayment, { as, body: { paymentId } })).status,
      ]).toEqual([401, 401]);
    });
  });

  it('of two clicks and two tabs make one subscription, which is paid once', async () => {
    const as = testUser();
    const begun = await Promise.all(
      Array.from({ length: 8 }, (_, tab) =>
        billing.service.call(createSubscription, {
          as,
          headers: { 'idempotency-key': `tab-number-${tab % 2}-of-two` },
        }),
      ),
    );
    const ids = new Set(
      begun.flatMap(({ status, body }) => (status === 200 ? [body['subscriptionId'] as string] : [])),
    );
    expect(ids.size).toBe(1);
    const secret = begun.find(({ status }) => status === 200)?.body['clientSecret'];
    const paid = await Promise.all(Array.from({ length: 5 }, () => billing.confirm(as, secret)));
    expect(paid.map(({ body }) => body['status'])).toEqual(Array.from({ length: 5 }, () => 'succeeded'));
    expect((await billing.told(paymentSucceeded, as.userId)).length).toBe(1);
  });

  describe('that the provider fails', () => {
    /** The provider begins nothing, but does all the rest. */
    const whileItFails = async <T>(work: () => Promise<T>): Promise<T> => {
      const original = SandboxProvider.prototype.begin;
      SandboxProvider.prototype.begin = () => Promise.reject(new ProblemError('billing.provider_failed'));
      try {
        return await work();
      } finally {
        SandboxProvider.prototype.begin = original;
      }
    };

    it('leave the key of the request free, also when something of the user was given up on the way, and one thing is bought', async () => {
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
      expect(await whileItFails(async () => [await statusOf(buy()), await statusOf(buy())])).toEqual([
        [502, 'billing.provider_failed'],
        [502, 'billing.provider_failed'],
      ]);
      const { body: half } = await buy();
      expect([half['total'], (await buy()).body]).toEqual([1000, half]);
      expect([
        await statusOf(billing.confirm(as, full['clientSecret'])),
        (await billing.confirm(as, half['clientSecret'])).body['status'],
      ]).toEqual([[404, 'billing.payment_not_found'], 'succeeded']);
      expect((await billing.told(paymentSucceeded, as.userId)).map(({ amount }) => amount)).toEqual([1000]);
    });

    it('give a reservation back without using up the key of whoever asks for the code next', async () => {
      const [holder, next] = [testUser(), testUser()];
      await billing.service.call(createPromoCode, {
        as: admin,
        body: { code: 'HELD', discountType: 'percentage', discountValue: 50, maxUses: 1 },
      });
      await billing.buyOnce(holder, 'HELD');
      const { clock } = billing.service.platform.businessClock;
      clock.move(clock.now().getTime() - Date.now() + 31 * 60_000);
      const buy = () =>
        billing.service.call(createPaymentIntent, {
          as: next,
          body: { amount: 2000, promoCode: 'HELD' },
          headers: { 'idempotency-key': 'the-next-click-on-pay' },
        });
      expect(await whileItFails(() => statusOf(buy()))).toEqual([502, 'billing.provider_failed']);
      expect((await buy()).body['total']).toBe(1000);
    });
  });

  it('refuse what someone has already, paid or granted, also below another plan', async () => {
    const [paid, granted, both] = [testUser(), testUser(), testUser()];
    await billing.pay(paid, 'pro_monthly');
    await billing.service.call(updateUserPlan, { as: admin, body: { userId: granted.userId, plan: 'pro_monthly' } });
    await billing.pay(both, 'pro_oneoff');
    await billing.pay(both, 'pro_monthly');
    const taken = [409, 'billing.already_active'];
    expect(
      await Promise.all(
        [billing.subscribe(paid), billing.subscribe(granted), billing.subscribe(both), billing.buyOnce(both)].map(
          statusOf,
        ),
      ),
    ).toEqual([taken, taken, taken, taken]);
    expect(await Promise.all([paid, granted, both].map(async (as) => (await cardOf(as))['holds']))).toEqual([
      ['pro_monthly'],
      ['pro_monthly'],
      ['pro_monthly', 'pro_oneoff'],
    ]);
    expect((await billing.buyOnce(granted)).status).toBe(200);
    await billing.service.call(updateUserPlan, { as: admin, body: { userId: paid.userId, plan: 'free' } });
    expect([(await cardOf(paid))['holds'], (await billing.subscribe(paid)).status]).toEqual([[], 200]);
  });

  it('show on the plan card what runs, renews and can be cancelled', async () => {
    const as = testUser();
    expect(await cardOf(as)).toEqual({
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
    const card = await cardOf(as);
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
    expect(await cardOf(as)).toMatchObject({
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

  it('keep the plan of a card that fails at its renewal for 7 days, and say until when', async () => {
    const as = testUser();
    await billing.pay(as, 'pro_monthly', '4000000000000341');
    const renewsAt = Date.parse((await cardOf(as))['subscription'].renewsAt as string);
    await billing.advance(34);
    expect(await cardOf(as)).toMatchObject({
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
      (await lastToldOf(as.userId))?.['endReason'],
      (await billing.told(paymentSucceeded, as.userId)).length,
    ]).toEqual([free, 'unpaid', 1]);
    await billing.pay(as, 'pro_monthly');
    expect(await billing.planOf(as.userId)).toEqual(['pro_monthly', true, 'paid']);
  });

  it('given back in full end the plan at once and the subscription at the provider; in part they end nothing', async () => {
    const [monthly, once] = [testUser(), testUser()];
    const [subscriptionId, paymentId] = [
      await billing.pay(monthly, 'pro_monthly'),
      await billing.pay(once, 'pro_oneoff'),
    ];
    expect((await billing.refund({ subscriptionId, amount: 200 })).body).toMatchObject({ amount: 200 });
    expect([await billing.planOf(monthly.userId), await lastToldOf(monthly.userId)]).toEqual([
      ['pro_monthly', true, 'paid'],
      expect.objectContaining({ status: 'active' }),
    ]);
    expect((await billing.refund({ subscriptionId })).body).toMatchObject({ amount: 1000 });
    expect((await billing.refund({ paymentId })).body).toMatchObject({ paymentId, amount: 2000 });
    expect([await billing.planOf(monthly.userId), await billing.planOf(once.userId)]).toEqual([free, free]);
    expect(
      (await billing.told(paymentRefunded, monthly.userId)).map(({ amount, isFull, subscriptionId: of }) => [
        amount,
        isFull,
        of,
      ]),
    ).toEqual([
      [200, false, subscriptionId],
      [1000, true, subscriptionId],
    ]);
    expect(await lastToldOf(monthly.userId)).toMatchObject({ status: 'canceled', endReason: 'refunded' });
    expect(
      await billing.service.platform.connection
        .collection<{ _id: string }>('sandbox_objects')
        .findOne({ _id: subscriptionId }),
    ).toMatchObject({ status: 'canceled' });
    await billing.advance(40);
    expect((await billing.told(paymentSucceeded, monthly.userId)).length).toBe(1);
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
    const traces = (await billing.service.emitted(billingAdminAction))
      .map(({ data }) => data)
      .filter(({ target }) => target === monthly.userId);
    expect(traces).toMatchObject([
      { action: 'payment.refunded', after: { amount: 200 } },
      { action: 'payment.refunded', after: { amount: 1000 } },
    ]);
  });

  it.each([
    ['refunded', 'refund'],
    ['disputed', 'dispute'],
  ] as const)(
    'of an earlier month that are %s in full end the plan at once, too, and a new one can be bought',
    async (endReason, giveBack) => {
      const as = testUser();
      const subscriptionId = await billing.pay(as, 'pro_monthly');
      const [first] = await billing.told(paymentSucceeded, as.userId);
      await billing.advance(32);
      await billing.refund({ paymentId: first?.['paymentId'], amount: 1199 });
      expect(await billing.planOf(as.userId)).toEqual(['pro_monthly', true, 'paid']);
      await billing[giveBack]({ paymentId: first?.['paymentId'] });
      expect([await billing.planOf(as.userId), await lastToldOf(as.userId)]).toEqual([
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

  it('that are disputed and lost end the plan at once, and what is left of the money is told', async () => {
    const [monthly, once] = [testUser(), testUser()];
    const [subscriptionId, paymentId] = [
      await billing.pay(monthly, 'pro_monthly'),
      await billing.pay(once, 'pro_oneoff'),
    ];
    await billing.refund({ paymentId, amount: 500 });
    expect([
      (await billing.dispute({ subscriptionId })).body['amount'],
      (await billing.dispute({ paymentId })).body['amount'],
    ]).toEqual([1200, 1500]);
    expect([
      await billing.planOf(monthly.userId),
      await billing.planOf(once.userId),
      (await lastToldOf(monthly.userId))?.['endReason'],
    ]).toEqual([free, free, 'disputed']);
    expect((await billing.told(paymentDisputed, once.userId)).map(({ amount }) => amount)).toEqual([1500]);
    expect((await billing.dispute({ paymentId })).body['code']).toBe('billing.not_refundable');
  });

  it('tell of one card when one person pays twice, of another when another does, and of one in two hands when they share it', async () => {
    const [ada, bo] = [testUser(), testUser()];
    const cardOfAll = '5555 5555 5555 4444';
    for (const as of [ada, bo]) await billing.pay(as, 'pro_oneoff');
    await billing.pay(ada, 'pro_monthly', '4242-4242-4242-4242');
    await billing.pay(bo, 'pro_monthly', cardOfAll);
    const [once, monthly, others, shared] = (
      await Promise.all([ada, bo].map(({ userId }) => billing.told(paymentSucceeded, userId)))
    )
      .flat()
      .map(({ cardFingerprint }) => cardFingerprint);
    const third = testUser();
    await billing.pay(third, 'pro_oneoff', cardOfAll);
    const [again] = (await billing.told(paymentSucceeded, third.userId)).map(({ cardFingerprint }) => cardFingerprint);
    expect([monthly === once, new Set([once, others, shared]).size, again === shared]).toEqual([true, 3, true]);
  });

  it('leave a trace when an admin moves the time', async () => {
    await billing.advance(0.5);
    expect((await billing.service.emitted(billingAdminAction)).at(-1)?.data).toMatchObject({
      action: 'sandbox-clock.moved',
      target: 'clock',
    });
  });
});
