import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { createStripe } from '../stripe/stripe-client.ts';
import { StripeProvider } from '../stripe/stripe-provider.ts';
import { FakeStripeServer } from '../testing/fake-stripe-server.ts';
import { TestBilling } from '../testing/test-billing.ts';

/** With the intents of the subscriptions' invoices, four pages of at most 100 intents. */
const payments = 205;
const subscriptions = 103;
/** Two pages of invoices. */
const paidMonths = 150;
/** Stripe allows 100 requests a second and answers each in about 0.1 s. */
const maxConcurrentRequests = 10;

describe('reconcile with more objects than a page of Stripe has', () => {
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
  const create = (path: string, fields: Parameters<FakeStripeServer['stripe']['handle']>[2]) =>
    server.stripe.handle('POST', path, fields).json as { id: string; client_secret: string };
  const requestsTo = (path: string) => server.requests.filter(({ line }) => line === `GET ${path}`).length;

  it('compares each object, and repairs the oldest one, which is on the last page', async () => {
    const owner = testUser();
    const price = create('/v1/prices', { unit_amount: '1200', currency: 'gbp' }).id;
    const startPayment = (userId: string) => {
      const customer = create('/v1/customers', { metadata: { userId } }).id;
      const metadata = { userId, purchase: `purchase-of-${userId}`, kind: 'one-off' };
      return create('/v1/payment_intents', { amount: '2500', currency: 'gbp', customer, metadata });
    };
    server.stripe.confirm(startPayment(owner.userId).client_secret);
    for (let count = 1; count < payments; count += 1) startPayment(`payer-${count}`);
    for (let count = 0; count < subscriptions; count += 1) {
      const userId = `subscriber-${count}`;
      const customer = create('/v1/customers', { metadata: { userId } }).id;
      const metadata = { userId, purchase: `purchase-of-${userId}` };
      create('/v1/subscriptions', { customer, items: { 0: { price } }, metadata });
    }
    server.delayMs = 10;
    await billing.service.runJob('reconcile');
    server.delayMs = 0;
    const run = await billing.service.platform.connection
      .collection('reconciliations')
      .findOne({ startedAt: { $exists: true } }, { hint: '_id_' });
    expect(run).toMatchObject({ compared: payments + subscriptions, differences: 1 });
    expect(await billing.planOf(owner.userId)).toEqual(['pro_oneoff', true, 'paid']);
    expect(requestsTo('/v1/payment_intents')).toBeGreaterThanOrEqual(4);
    expect(server.maxConcurrent).toBeGreaterThan(1);
    expect(server.maxConcurrent).toBeLessThanOrEqual(maxConcurrentRequests);
  });

  it('is tested with pages as Stripe has them: 10 objects by default and 100 at most, newest first', async () => {
    const stripe = createStripe({ secretKey: 'sk_test_1', apiUrl: server.url });
    const first = await stripe.paymentIntents.list();
    expect([first.data.length, first.has_more]).toEqual([10, true]);
    const all = await stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
    // The first invoice of a subscription has an intent, too.
    const intents = payments + subscriptions;
    expect([all.length, new Set(all.map(({ id }) => id)).size, all[0]?.id]).toEqual([
      intents,
      intents,
      first.data[0]?.id,
    ]);
    await expect(stripe.paymentIntents.list({ limit: 101 })).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.paymentIntents.list({ starting_after: 'pi_unknown' })).rejects.toMatchObject({
      statusCode: 404,
    });
  });

  it('reads all invoices of a subscription, with their charges', async () => {
    const price = create('/v1/prices', { unit_amount: '1200', currency: 'gbp' }).id;
    const customer = create('/v1/customers', { metadata: { userId: 'faithful' } }).id;
    const { id, latest_invoice: first } = create('/v1/subscriptions', {
      customer,
      items: { 0: { price } },
      metadata: { userId: 'faithful', purchase: 'first-month' },
    }) as unknown as { id: string; latest_invoice: { confirmation_secret: { client_secret: string } } };
    server.stripe.confirm(first.confirmation_secret.client_secret);
    for (let months = 1; months < paidMonths; months += 1) server.stripe.renew(id, true);
    const stripe = createStripe({ secretKey: 'sk_test_1', apiUrl: server.url });
    const provider = new StripeProvider(stripe, { webhookSecret: 'whsec_of_a_test', returnUrl: 'http://localhost' });
    const charges = (await provider.findObject(id))?.charges ?? [];
    expect(new Set(charges.map(({ paymentId }) => paymentId)).size).toBe(paidMonths);
    // The fingerprint comes from the charge of the invoice, and charges have pages of their own.
    expect(charges.filter(({ cardFingerprint }) => cardFingerprint === null)).toEqual([]);
  });
});
