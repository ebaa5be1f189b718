import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  billingWebhook,
  cancelSubscription,
  createPaymentIntent,
  getBillingConfig,
  getSubscription,
  openBillingPortal,
  resumeSubscription,
} from '@inkbear/contracts/billing/billing';
import { createPromoCode } from '@inkbear/contracts/billing/promo-code';
import { paymentDisputed, paymentRefunded, paymentSucceeded, subscriptionChanged } from '@inkbear/contracts/events';
import { requireAllRoutesServed } from '@inkbear/service-kit/run-service';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { createParts } from '../deps.ts';
import type { Env } from '../env.ts';
import { FakeStripeServer, stripeWebhookSecret as secret } from '../testing/fake-stripe-server.ts';
import { admin, TestBilling } from '../testing/test-billing.ts';
import { createStripe, stripeVersion } from './stripe-client.ts';
import { StripePrice } from './stripe-price.ts';

describe('billing with Stripe', () => {
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

  const send = async ({ raw, signature }: { raw: string; signature: string }) =>
    (
      await fetch(`${billing.service.url}${billingWebhook.path}`, {
        method: 'POST',
        body: raw,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      })
    ).status;
  const deliverAll = () =>
    Promise.all([...server.signedEvents(secret).toReversed(), ...server.signedEvents(secret)].map(send));

  it('returns the publishable key, and disables the sandbox routes', async () => {
    expect((await billing.service.call(getBillingConfig)).body).toMatchObject({
      mode: 'stripe',
      publishableKey: 'pk_test_1',
    });
    const as = testUser();
    expect([
      (await billing.confirm(as, 'secret')).status,
      (await billing.refund({ paymentId: 'p' })).status,
      (await billing.dispute({ paymentId: 'p' })).status,
      (await billing.advance(1)).status,
    ]).toEqual([404, 404, 404, 404]);
    const { served } = await createParts(billing.service.platform, server.env as unknown as Env);
    expect(() =>
      requireAllRoutesServed(
        'billing',
        served.map(({ route }) => route.id),
      ),
    ).not.toThrow();
  });

  it('upgrades on the signed event only, in any order and however often it is delivered', async () => {
    const as = testUser();
    const { body } = await billing.subscribe(as);
    expect(body).toMatchObject({ total: 1200, discount: 0, clientSecret: expect.stringMatching(/^pi_.*_secret$/) });
    expect((await billing.subscribe(as)).body).toEqual(body);
    server.stripe.confirm(body['clientSecret'] as string);
    expect(await billing.planOf(as.userId)).toEqual(['free', false, 'none']);
    expect(new Set(await deliverAll())).toEqual(new Set([200]));
    expect(await billing.planOf(as.userId)).toEqual(['pro_monthly', true, 'paid']);
    expect((await billing.service.call(openBillingPortal, { as })).body['url']).toBe(
      'https://billing.example.com/session?back=http%3A%2F%2Flocalhost%3A8080%2Fdashboard',
    );
    await billing.service.call(cancelSubscription, { as });
    expect((await billing.service.call(getSubscription, { as })).body).toMatchObject({
      canCancel: false,
      subscription: { cancelAtPeriodEnd: true },
    });
    expect((await billing.service.call(resumeSubscription, { as })).body).toMatchObject({
      canCancel: true,
      subscription: { cancelAtPeriodEnd: false },
    });
    server.stripe.refund(server.stripe.intentOf(body['subscriptionId'] as string), 1200);
    await deliverAll();
    expect([
      await billing.planOf(as.userId),
      (await billing.published(paymentSucceeded, as.userId)).length,
      (await billing.published(paymentRefunded, as.userId)).map(({ amount }) => amount),
    ]).toEqual([['free', false, 'none'], 1, [1200]]);
  });

  it('ends a subscription at Stripe exactly when its 7 days of grace are over', async () => {
    const as = testUser();
    const { body } = await billing.subscribe(as);
    server.stripe.confirm(body['clientSecret'] as string);
    server.stripe.renew(body['subscriptionId'] as string, false);
    await deliverAll();
    const { clock } = billing.service.platform.businessClock;
    const endedAfter = async (days: number) => {
      clock.setOffset(days * 86_400_000);
      await billing.service.runJob('run-due-work');
      return server.requests.filter(
        ({ line }) => line === `DELETE /v1/subscriptions/${body['subscriptionId'] as string}`,
      ).length;
    };
    expect([await endedAfter(36.9), await endedAfter(37.1), await endedAfter(38)]).toEqual([0, 1, 1]);
    clock.setOffset(0);
    expect((await billing.published(subscriptionChanged, as.userId)).at(-1)?.['status']).toBe('canceled');
  });

  it('gives up a subscription that keeps running after three cancellations, and ends the other overdue one', async () => {
    const startOverdue = async () => {
      const as = testUser();
      const { body } = await billing.subscribe(as);
      const id = body['subscriptionId'] as string;
      server.stripe.confirm(body['clientSecret'] as string);
      server.stripe.renew(id, false);
      return { id, userId: as.userId };
    };
    const [endless, other] = [await startOverdue(), await startOverdue()];
    server.stripe.endless.add(endless.id);
    await deliverAll();
    const { clock } = billing.service.platform.businessClock;
    clock.setOffset(365 * 86_400_000);
    await billing.service.runJob('run-due-work');
    clock.setOffset(0);
    const lastStatus = async (userId: string) =>
      (await billing.published(subscriptionChanged, userId)).at(-1)?.['status'];
    expect([await lastStatus(other.userId), await lastStatus(endless.userId)]).toEqual(['canceled', 'past_due']);
    server.stripe.endless.clear();
  });

  it('rejects events that are forged, altered, stale or unsigned', async () => {
    await billing.subscribe(testUser());
    const [fresh] = server.signedEvents(secret);
    const [stale] = server.signedEvents(secret, Math.floor(Date.now() / 1000) - 301);
    const [forged] = server.signedEvents('whsec_of_another_account');
    const { raw = '', signature = '' } = fresh ?? {};
    expect(
      await Promise.all(
        [
          stale ?? { raw, signature: '' },
          forged ?? { raw, signature: '' },
          { raw: raw.replace('sub_', 'sud_'), signature },
          { raw, signature: 'v1=00' },
        ].map(send),
      ),
    ).toEqual([400, 400, 400, 400]);
  });

  it('applies a promo code as a coupon on the first invoice, or to the amount of a one-off', async () => {
    await billing.service.call(createPromoCode, {
      as: admin,
      body: { code: 'HALF', discountType: 'percentage', discountValue: 50 },
    });
    const [monthly, oneOff] = [testUser(), testUser()];
    const [first, second] = [await billing.subscribe(monthly, 'half'), await billing.buyOnce(oneOff, 'half')];
    server.stripe.confirm(first.body['clientSecret'] as string);
    server.stripe.confirm(second.body['clientSecret'] as string);
    server.stripe.renew(first.body['subscriptionId'] as string, true);
    await deliverAll();
    expect([
      (await billing.published(paymentSucceeded, monthly.userId)).map(({ amount }) => amount),
      (await billing.published(paymentSucceeded, oneOff.userId)).map(({ amount }) => amount),
    ]).toEqual([[600, 1200], [1000]]);
  });

  it('pins the API version of every request and sends an idempotency key with every create', () => {
    expect(new Set(server.requests.map(({ version }) => version))).toEqual(new Set([stripeVersion]));
    const creates = server.requests.filter(({ line }) =>
      /^POST \/v1\/(customers|prices|coupons|subscriptions|payment_intents)$/.test(line),
    );
    expect([creates.length > 5, creates.filter(({ key }) => !key || key.startsWith('stripe-node-retry'))]).toEqual([
      true,
      [],
    ]);
  });

  it('charges nothing while Stripe is down, and resumes the purchase afterwards', async () => {
    const as = testUser();
    server.failWithStatus = 500;
    expect([(await billing.subscribe(as)).body, (await billing.subscribe(as)).status]).toMatchObject([
      {
        status: 502,
        code: 'billing.provider_failed',
        message: 'The payment provider did not answer. You were not charged.',
      },
      502,
    ]);
    server.failWithStatus = null;
    expect((await billing.subscribe(as)).body['total']).toBe(1200);
  });

  it('allows a retry with the same idempotency key and promo code after a failure at Stripe', async () => {
    const as = testUser();
    const buy = () =>
      billing.service.call(createPaymentIntent, {
        as,
        body: { amount: 2000, promoCode: 'half' },
        headers: { 'idempotency-key': 'a-key-of-this-click' },
      });
    server.failWithStatus = 500;
    expect((await buy()).status).toBe(502);
    server.failWithStatus = null;
    expect((await buy()).body).toMatchObject({ total: 1000 });
  });

  it.each([
    ['a month', 1200],
    ['30 days', 2000],
  ] as const)(
    'sells %s once after Stripe has recovered, although Stripe replays stored failures for their keys',
    async (_name, total) => {
      const as = testUser();
      await billing.service.call(createPromoCode, {
        as: admin,
        body: { code: `REPLAY-${total}`, discountType: 'percentage', discountValue: 50 },
      });
      const buy = () => (total === 1200 ? billing.subscribe(as, 'replay-1200') : billing.buyOnce(as, 'replay-2000'));
      server.failsCreates = true;
      expect([(await buy()).status, (await buy()).status, (await buy()).status]).toEqual([502, 502, 502]);
      server.failsCreates = false;
      const { body } = await buy();
      expect([body['total'], (await buy()).body]).toEqual([total / 2, body]);
      server.stripe.confirm(body['clientSecret'] as string);
      await deliverAll();
      expect((await billing.published(paymentSucceeded, as.userId)).map(({ amount }) => amount)).toEqual([total / 2]);
    },
  );

  it('erases a user at Stripe; a payment reported later is recorded without the card and grants no plan', async () => {
    const as = testUser();
    const { body } = await billing.subscribe(as);
    server.stripe.confirm(body['clientSecret'] as string);
    await billing.erase(as);
    expect(new Set(await deliverAll())).toEqual(new Set([200]));
    const published = await billing.published(paymentSucceeded, as.userId);
    expect(published).toEqual([expect.objectContaining({ amount: 1200, cardFingerprint: null })]);
    expect([
      await billing.planOf(as.userId),
      server.requests.some(({ line }) => line.startsWith('DELETE /v1/customers/')),
    ]).toEqual([['free', false, 'none'], true]);
  });

  it('publishes a refund after its payer’s erasure once, and does not publish the payment again', async () => {
    const as = testUser();
    const { body } = await billing.buyOnce(as);
    const intent = body['paymentId'] as string;
    server.stripe.confirm(body['clientSecret'] as string);
    await deliverAll();
    expect(await billing.published(paymentSucceeded, as.userId)).toHaveLength(1);
    await billing.erase(as);
    server.stripe.refund(intent, 500);
    await deliverAll();
    server.stripe.refund(intent, 1500);
    await deliverAll();
    const refunds = await billing.published(paymentRefunded, as.userId);
    expect(refunds.map(({ amount, isFull }) => [amount, isFull])).toEqual([
      [500, false],
      [1500, true],
    ]);
    expect(await billing.published(paymentSucceeded, as.userId)).toHaveLength(1);
    expect(await billing.planOf(as.userId)).toEqual(['free', false, 'none']);
  });

  it('publishes a chargeback after its payer’s erasure once, of a one-off and of a subscription', async () => {
    const [once, monthly] = [testUser(), testUser()];
    const bodies = [(await billing.buyOnce(once)).body, (await billing.subscribe(monthly)).body];
    for (const { clientSecret } of bodies) server.stripe.confirm(clientSecret as string);
    await deliverAll();
    for (const as of [once, monthly]) await billing.erase(as);
    for (const { paymentId, subscriptionId } of bodies)
      server.stripe.loseDispute(server.stripe.intentOf((paymentId ?? subscriptionId) as string));
    await deliverAll();
    for (const [{ userId }, amount] of [
      [once, 2000],
      [monthly, 1200],
    ] as const) {
      expect((await billing.published(paymentDisputed, userId)).map((dispute) => dispute['amount'])).toEqual([amount]);
      expect(await billing.published(paymentSucceeded, userId)).toHaveLength(1);
      expect(await billing.planOf(userId)).toEqual(['free', false, 'none']);
    }
  });

  it('tells whether Stripe refused or did not answer, and says “not charged” only for purchases', async () => {
    const as = testUser();
    server.failWithStatus = 500;
    const bought = await billing.subscribe(as);
    server.failWithStatus = 402;
    const refused = await billing.subscribe(as);
    server.failWithStatus = null;
    const { body } = await billing.subscribe(as);
    server.stripe.confirm(body['clientSecret'] as string);
    await deliverAll();
    server.failWithStatus = 500;
    const cancelled = await billing.service.call(cancelSubscription, { as, body: {} });
    server.failWithStatus = null;
    expect([bought, refused, cancelled].map(({ body: problem }) => [problem['code'], problem['message']])).toEqual([
      ['billing.provider_failed', 'The payment provider did not answer. You were not charged.'],
      ['billing.provider_refused', 'The payment provider refused the payment. You were not charged.'],
      ['billing.provider_failed', 'The payment provider did not answer. Please try again in a moment.'],
    ]);
  });

  it('uses the configured price only when it equals the displayed amount', async () => {
    const client = createStripe({ secretKey: 'sk_test_1', apiUrl: server.url });
    const cheap = await client.prices.create({
      currency: 'gbp',
      unit_amount: 1,
      recurring: { interval: 'month' },
      product_data: { name: 'Other' },
    });
    await expect(new StripePrice(client, cheap.id).monthly(1200, 'gbp')).rejects.toThrow(
      'STRIPE_MONTHLY_PRICE_ID is not 1200 gbp a month.',
    );
    const right = await client.prices.create({
      currency: 'gbp',
      unit_amount: 1200,
      recurring: { interval: 'month' },
      product_data: { name: 'Right' },
    });
    expect(await new StripePrice(client, right.id).monthly(1200, 'gbp')).toBe(right.id);
  });
});
