import { newId } from '@inkbear/service-kit/ids';
import { inTransaction } from '@inkbear/service-kit/mongo';
import { loseDispute, refundPayment } from '../sandbox/refund-sandbox-payment.ts';
import { signEvent } from '../sandbox/sandbox-event.ts';
import { SandboxProvider } from '../sandbox/sandbox-provider.ts';
import { SandboxObjectRepository } from '../sandbox/sandbox-object.repository.ts';
import { createStripe } from '../stripe/stripe-client.ts';
import { StripeProvider } from '../stripe/stripe-provider.ts';
import { FakeStripeServer } from '../testing/fake-stripe-server.ts';
import { TestBilling, webhookSecret } from '../testing/test-billing.ts';
import { describeProvider } from '../testing/provider-contract.ts';

const paidOrThrow = (status: string) => {
  if (status !== 'succeeded') throw new Error(`The card payment ended as ${status}.`);
};

describeProvider('SandboxProvider', async () => {
  const billing = await TestBilling.start();
  const { connection, clock, batches } = billing.service.platform;
  const objects = new SandboxObjectRepository(connection, newId);
  const provider = new SandboxProvider({
    objects,
    clock,
    newId,
    batches,
    secret: webhookSecret,
    publicUrl: 'http://localhost:8080',
  });
  const refunds = { objects, clock };
  const rows = () =>
    connection
      .collection<{ _id: string; type: string; objectId: string }>('sandbox_events')
      .find({}, { hint: '_id_' })
      .toArray();
  const latestPaymentOf = async (id: string) => ({
    paymentId: (await provider.findObject(id))?.charges.at(-1)?.paymentId,
  });
  return {
    provider,
    confirm: async (clientSecret, userId) =>
      paidOrThrow(
        (await provider.confirm({ userId, clientSecret, cardNumber: '4242424242424242', isAuthenticated: false }))
          .status,
      ),
    renew: async (id, isPaid) => {
      await connection
        .collection<{ _id: string }>('sandbox_objects')
        .updateOne({ _id: id }, { $set: { card: isPaid ? 'succeeds' : 'fails-at-renewal' } });
      const object = await provider.findObject(id);
      if (object?.kind !== 'subscription' || !object.periodEnd)
        throw new Error('The test can renew only a paid subscription.');
      const aheadMs = object.periodEnd.getTime() - Date.now() + 1000;
      billing.service.platform.businessClock.clock.setOffset(aheadMs);
      await provider.advanceDueSubscriptions();
      billing.service.platform.businessClock.clock.setOffset(0);
    },
    refund: async (id, amount) =>
      inTransaction(
        connection,
        async (session) => void (await refundPayment(refunds, session, { ...(await latestPaymentOf(id)), amount })),
      ),
    loseDispute: async (id) =>
      inTransaction(
        connection,
        async (session) => void (await loseDispute(refunds, session, await latestPaymentOf(id))),
      ),
    events: async () =>
      (await rows())
        .map(({ _id, type, objectId }) => JSON.stringify({ id: _id, type, objectId }))
        .map((raw) => ({ raw, signature: signEvent(Buffer.from(raw), webhookSecret) })),
    stop: () => billing.stop(),
  };
});

describeProvider('StripeProvider, against FakeStripe', async () => {
  const server = await FakeStripeServer.start();
  const { stripe } = server;
  const secret = 'whsec_of_a_test';
  return {
    provider: new StripeProvider(createStripe({ secretKey: 'sk_test_1', apiUrl: server.url }), {
      webhookSecret: secret,
      returnUrl: 'http://localhost:8080/dashboard',
    }),
    confirm: async (clientSecret) => stripe.confirm(clientSecret),
    renew: async (id, isPaid) => stripe.renew(id, isPaid),
    refund: async (id, amount) => stripe.refund(stripe.intentOf(id), amount),
    loseDispute: async (id) => stripe.loseDispute(stripe.intentOf(id)),
    events: async () => server.signedEvents(secret),
    stop: () => server.stop(),
  };
});
