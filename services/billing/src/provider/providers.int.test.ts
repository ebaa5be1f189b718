import { newId } from '@inkbear/service-kit/ids';
import { inTransaction } from '@inkbear/service-kit/mongo';
import { GiveBack } from '../sandbox/give-back.ts';
import { signEvent } from '../sandbox/sandbox-event.ts';
import { SandboxProvider } from '../sandbox/sandbox-provider.ts';
import { SandboxStore } from '../sandbox/sandbox-store.ts';
import { createStripe } from '../stripe/stripe-client.ts';
import { StripeProvider } from '../stripe/stripe-provider.ts';
import { StripeCounterpart } from '../testing/stripe-counterpart.ts';
import { TestBilling, webhookSecret } from '../testing/test-billing.ts';
import { describeProvider } from './provider-contract.ts';

const paidOrThrow = (status: string) => {
  if (status !== 'succeeded') throw new Error(`The card was answered ${status}.`);
};

describeProvider('the sandbox', async () => {
  const billing = await TestBilling.start();
  const { connection, clock } = billing.service.platform;
  const store = new SandboxStore(connection, newId);
  const provider = new SandboxProvider({
    store,
    clock,
    newId,
    secret: webhookSecret,
    publicUrl: 'http://localhost:8080',
  });
  const giveBack = new GiveBack(store, clock);
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
      paidOrThrow((await provider.confirm(userId, clientSecret, '4242424242424242', false)).status),
    renew: async (id, isPaid) => {
      await connection
        .collection<{ _id: string }>('sandbox_objects')
        .updateOne({ _id: id }, { $set: { card: isPaid ? 'succeeds' : 'fails-at-renewal' } });
      const object = await provider.findObject(id);
      if (object?.kind !== 'subscription' || !object.periodEnd) throw new Error('Only a paid subscription renews.');
      const ahead = object.periodEnd.getTime() - Date.now() + 1000;
      billing.service.platform.businessClock.clock.move(ahead);
      await provider.passTime();
      billing.service.platform.businessClock.clock.move(0);
    },
    refund: async (id, amount) =>
      inTransaction(
        connection,
        async (session) => void (await giveBack.refund(session, await latestPaymentOf(id), amount)),
      ),
    loseDispute: async (id) =>
      inTransaction(connection, async (session) => void (await giveBack.dispute(session, await latestPaymentOf(id)))),
    events: async () =>
      (await rows())
        .map(({ _id, type, objectId }) => JSON.stringify({ id: _id, type, objectId }))
        .map((raw) => ({ raw, signature: signEvent(Buffer.from(raw), webhookSecret) })),
    stop: () => billing.stop(),
  };
});

describeProvider('stripe, against its counterpart', async () => {
  const stripe = await StripeCounterpart.start();
  const { books } = stripe;
  const secret = 'whsec_of_a_test';
  return {
    provider: new StripeProvider(createStripe({ secretKey: 'sk_test_1', apiUrl: stripe.url }), {
      webhookSecret: secret,
      returnUrl: 'http://localhost:8080/dashboard',
    }),
    confirm: async (clientSecret) => books.confirm(clientSecret),
    renew: async (id, isPaid) => books.renew(id, isPaid),
    refund: async (id, amount) => books.refund(books.intentOf(id), amount),
    loseDispute: async (id) => books.loseDispute(books.intentOf(id)),
    events: async () => stripe.signedEvents(secret),
    stop: () => stripe.stop(),
  };
});
