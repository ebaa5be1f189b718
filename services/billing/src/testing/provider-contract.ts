import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Order, PaymentProvider, ProviderPayment, ProviderSubscription } from '../provider/payment-provider.ts';

/** A provider under test, with the actions of cardholders and of the provider's dashboard. */
export interface ProviderTestBench {
  readonly provider: PaymentProvider;
  /** The cardholder pays. Rejects when the payment cannot be made. */
  confirm(clientSecret: string, userId: string): Promise<void>;
  /** Lets a month pass. The card pays for the renewal or declines it. */
  renew(id: string, isPaid: boolean): Promise<void>;
  refund(id: string, amount: number): Promise<void>;
  loseDispute(id: string): Promise<void>;
  /** All events so far, as they are sent to the webhook. */
  events(): Promise<{ raw: string; signature: string }[]>;
  stop(): Promise<void>;
}

const price = { subscription: 1200, payment: 2000 };
const order = (kind: Order['kind'], more: Partial<Order> = {}): Order => ({
  kind,
  userId: randomUUID(),
  idempotencyKey: randomUUID(),
  total: price[kind],
  price: price[kind],
  currency: 'gbp',
  promoCode: null,
  ...more,
});

/** Declares the tests that every `PaymentProvider` must pass. */
export function describeProvider(name: string, open: () => Promise<ProviderTestBench>): void {
  describe(name, () => {
    let bench: ProviderTestBench;
    let provider: PaymentProvider;
    beforeAll(async () => {
      bench = await open();
      ({ provider } = bench);
    });
    afterAll(() => bench.stop());

    const pay = async (requested: Order) => {
      const { id, clientSecret } = await provider.start(requested);
      await bench.confirm(clientSecret, requested.userId);
      return id;
    };
    const subscription = async (id: string) => (await provider.findObject(id)) as ProviderSubscription;
    const payment = async (id: string) => (await provider.findObject(id)) as ProviderPayment;

    it.each(['subscription', 'payment'] as const)('starts one %s per idempotency key', async (kind) => {
      const requested = order(kind);
      const [first, again, other] = [
        await provider.start(requested),
        await provider.start(requested),
        await provider.start({ ...requested, idempotencyKey: randomUUID() }),
      ];
      expect([again, other.id === first.id, await provider.resume(first.id)]).toEqual([
        first,
        false,
        first.clientSecret,
      ]);
    });

    it.each(['subscription', 'payment'] as const)(
      'has no charge for an unpaid %s, and the full one once it is paid',
      async (kind) => {
        const requested = order(kind);
        const { id, clientSecret } = await provider.start(requested);
        expect(await provider.findObject(id)).toMatchObject({
          kind,
          id,
          userId: requested.userId,
          charges: [],
          status: kind === 'payment' ? 'requires_payment' : 'incomplete',
        });
        await bench.confirm(clientSecret, requested.userId);
        expect(await provider.findObject(id)).toMatchObject({
          status: kind === 'payment' ? 'succeeded' : 'active',
          charges: [
            {
              amount: price[kind],
              currency: 'gbp',
              refunded: 0,
              refundedAt: null,
              disputeLostAt: null,
              cardFingerprint: expect.any(String),
              paidAt: expect.any(Date),
            },
          ],
        });
        expect(await provider.resume(id)).toBeNull();
      },
    );

    it('applies a discount to the first payment only', async () => {
      const [monthly, oneOff] = [
        await pay(order('subscription', { total: 30, promoCode: 'ALL' })),
        await pay(order('payment', { total: 1500, promoCode: 'FIVER' })),
      ];
      await bench.renew(monthly, true);
      expect([
        (await subscription(monthly)).charges.map(({ amount }) => amount),
        (await payment(oneOff)).charges.map(({ amount }) => amount),
      ]).toEqual([[30, 1200], [1500]]);
    });

    it('moves to the next period on a paid renewal, and keeps the last paid one while a renewal is overdue', async () => {
      const id = await pay(order('subscription'));
      const first = await subscription(id);
      await bench.renew(id, true);
      const second = await subscription(id);
      await bench.renew(id, false);
      const overdue = await subscription(id);
      expect([second.status, second.periodStart, second.charges.length]).toEqual(['active', first.periodEnd, 2]);
      expect([
        overdue.status,
        overdue.periodStart,
        overdue.periodEnd,
        overdue.charges.length,
        overdue.startedAt,
      ]).toEqual(['past_due', second.periodStart, second.periodEnd, 2, first.startedAt]);
      expect(new Set(second.charges.map(({ paymentId }) => paymentId)).size).toBe(2);
    });

    it('cancels at the period’s end or at once, idempotently', async () => {
      const id = await pay(order('subscription'));
      for (let times = 0; times < 2; times += 1) await provider.cancelAtPeriodEnd(id);
      expect(await subscription(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, endedAt: null });
      for (let times = 0; times < 2; times += 1) await provider.cancelNow(id);
      expect(await subscription(id)).toMatchObject({
        status: 'canceled',
        endReason: 'cancelled',
        endedAt: expect.any(Date),
      });
    });

    it('undoes a cancellation at the period’s end idempotently, but not after the subscription has ended', async () => {
      const id = await pay(order('subscription'));
      await provider.cancelAtPeriodEnd(id);
      for (let times = 0; times < 2; times += 1) await provider.undoCancelAtPeriodEnd(id);
      expect(await subscription(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
      await provider.cancelAtPeriodEnd(id);
      await provider.cancelNow(id);
      await provider.undoCancelAtPeriodEnd(id);
      expect(await subscription(id)).toMatchObject({ status: 'canceled', cancelAtPeriodEnd: true });
    });

    it.each(['subscription', 'payment'] as const)(
      'cancels an unpaid %s permanently, but never a paid one',
      async (kind) => {
        const requested = order(kind);
        const { id, clientSecret } = await provider.start(requested);
        expect([await provider.cancelUnpaid(id), await provider.cancelUnpaid(id), await provider.resume(id)]).toEqual([
          true,
          true,
          null,
        ]);
        await expect(bench.confirm(clientSecret, requested.userId)).rejects.toThrow();
        expect(await provider.findObject(id)).toMatchObject({ status: 'canceled', charges: [] });
        const paid = await pay(order(kind));
        expect([await provider.cancelUnpaid(paid), (await provider.findObject(paid))?.status]).toEqual([
          false,
          kind === 'payment' ? 'succeeded' : 'active',
        ]);
      },
    );

    it.each(['subscription', 'payment'] as const)('reports partial refunds and lost disputes of a %s', async (kind) => {
      const [refunded, disputed] = [await pay(order(kind)), await pay(order(kind))];
      await bench.refund(refunded, 200);
      expect((await provider.findObject(refunded))?.charges[0]).toMatchObject({
        refunded: 200,
        refundedAt: expect.any(Date),
        disputeLostAt: null,
      });
      await bench.refund(refunded, price[kind] - 200);
      expect((await provider.findObject(refunded))?.charges[0]).toMatchObject({
        amount: price[kind],
        refunded: price[kind],
      });
      await bench.loseDispute(disputed);
      expect((await provider.findObject(disputed))?.charges[0]).toMatchObject({
        refunded: 0,
        disputeLostAt: expect.any(Date),
      });
    });

    it('reads the object id of an event, and rejects altered bytes and signatures', async () => {
      const [monthly, oneOff] = [await pay(order('subscription')), await pay(order('payment'))];
      for (const id of [monthly, oneOff]) await bench.refund(id, 100);
      const events = await bench.events();
      const read = await Promise.all(
        events.map(({ raw, signature }) => provider.readEvent(Buffer.from(raw), signature)),
      );
      const objectIds = read.flatMap((event) => event?.objectId ?? []);
      expect([
        objectIds.filter((id) => id === monthly).length >= 2,
        objectIds.filter((id) => id === oneOff).length >= 2,
        read.includes(null),
      ]).toEqual([true, true, false]);
      expect(new Set(read.map((event) => event?.id)).size).toBe(events.length);
      const { raw, signature } = events[0] as { raw: string; signature: string };
      expect(
        await Promise.all([
          provider.readEvent(Buffer.from(`${raw} `), signature),
          provider.readEvent(Buffer.from(raw), undefined),
          provider.readEvent(Buffer.from(raw), `${signature.slice(0, -4)}0000`),
        ]),
      ).toEqual([null, null, null]);
    });

    it('lists running and started objects, and returns null for unknown ones', async () => {
      const [running, started] = [await pay(order('subscription')), (await provider.start(order('payment'))).id];
      const ids: string[] = [];
      for await (const id of provider.listIds(new Date(Date.now() - 86_400_000))) ids.push(id);
      expect(ids).toEqual(expect.arrayContaining([running, started]));
      expect([
        await provider.findObject('sub_unknown'),
        await provider.findObject('pi_unknown'),
        await provider.resume('pi_unknown'),
        await provider.portalUrl(randomUUID()),
      ]).toEqual([null, null, null, null]);
    });

    it('returns a portal URL for a customer, and erases a customer with running subscriptions idempotently', async () => {
      const requested = order('subscription');
      const id = await pay(requested);
      expect(await provider.portalUrl(requested.userId)).toMatch(/^https?:\/\//);
      for (let times = 0; times < 2; times += 1) await provider.eraseUser(requested.userId);
      expect((await provider.findObject(id))?.status ?? 'canceled').toBe('canceled');
      expect(await provider.portalUrl(requested.userId)).toBeNull();
    });
  });
}
