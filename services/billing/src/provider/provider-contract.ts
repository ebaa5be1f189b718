import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Order, PaymentProvider, ProviderPayment, ProviderSubscription } from './payment-provider.ts';

/** One adapter, and what a cardholder and the provider's own dashboard do. */
export interface ProviderBench {
  readonly provider: PaymentProvider;
  confirm(clientSecret: string, userId: string): Promise<void>;
  /** A month later; an unpaid renewal fails at the card. */
  renew(id: string, isPaid: boolean): Promise<void>;
  refund(id: string, amount: number): Promise<void>;
  loseDispute(id: string): Promise<void>;
  /** Every event so far, as it would come over the wire. */
  events(): Promise<{ raw: string; signature: string }[]>;
  stop(): Promise<void>;
}

const price = { subscription: 1200, payment: 2000 };
const order = (kind: Order['kind'], more: Partial<Order> = {}): Order => ({
  kind,
  userId: randomUUID(),
  key: randomUUID(),
  total: price[kind],
  price: price[kind],
  currency: 'gbp',
  promoCode: null,
  ...more,
});

/** What billing relies on, whoever takes the money. */
export function describeProvider(name: string, open: () => Promise<ProviderBench>): void {
  describe(name, () => {
    let bench: ProviderBench;
    let provider: PaymentProvider;
    beforeAll(async () => {
      bench = await open();
      ({ provider } = bench);
    });
    afterAll(() => bench.stop());

    const pay = async (wanted: Order) => {
      const { id, clientSecret } = await provider.begin(wanted);
      await bench.confirm(clientSecret, wanted.userId);
      return id;
    };
    const subscription = async (id: string) => (await provider.findObject(id)) as ProviderSubscription;
    const payment = async (id: string) => (await provider.findObject(id)) as ProviderPayment;

    it.each(['subscription', 'payment'] as const)('begins one %s for a key, and another for another', async (kind) => {
      const wanted = order(kind);
      const [first, again, other] = [
        await provider.begin(wanted),
        await provider.begin(wanted),
        await provider.begin({ ...wanted, key: randomUUID() }),
      ];
      expect([again, other.id === first.id, await provider.resume(first.id)]).toEqual([
        first,
        false,
        first.clientSecret,
      ]);
    });

    it.each(['subscription', 'payment'] as const)(
      'has no money for an unpaid %s, and all of it once it is paid',
      async (kind) => {
        const wanted = order(kind);
        const { id, clientSecret } = await provider.begin(wanted);
        expect(await provider.findObject(id)).toMatchObject({
          kind,
          id,
          userId: wanted.userId,
          charges: [],
          status: kind === 'payment' ? 'requires_payment' : 'incomplete',
        });
        await bench.confirm(clientSecret, wanted.userId);
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

    it('lowers the first payment alone', async () => {
      const [monthly, once] = [
        await pay(order('subscription', { total: 30, promoCode: 'ALL' })),
        await pay(order('payment', { total: 1500, promoCode: 'FIVER' })),
      ];
      await bench.renew(monthly, true);
      expect([
        (await subscription(monthly)).charges.map(({ amount }) => amount),
        (await payment(once)).charges.map(({ amount }) => amount),
      ]).toEqual([[30, 1200], [1500]]);
    });

    it('renews from one paid period to the next, and keeps the last paid one while a renewal is overdue', async () => {
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

    it('cancels with the period, or at once, as often as it is told to', async () => {
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

    it('takes a cancellation with the period back, as often as it is told to, but not once it has ended', async () => {
      const id = await pay(order('subscription'));
      await provider.cancelAtPeriodEnd(id);
      for (let times = 0; times < 2; times += 1) await provider.keepRenewing(id);
      expect(await subscription(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
      await provider.cancelAtPeriodEnd(id);
      await provider.cancelNow(id);
      await provider.keepRenewing(id);
      expect(await subscription(id)).toMatchObject({ status: 'canceled', cancelAtPeriodEnd: true });
    });

    it.each(['subscription', 'payment'] as const)(
      'abandons an unpaid %s for good, and never a paid one',
      async (kind) => {
        const wanted = order(kind);
        const { id, clientSecret } = await provider.begin(wanted);
        expect([await provider.abandon(id), await provider.abandon(id), await provider.resume(id)]).toEqual([
          true,
          true,
          null,
        ]);
        await expect(bench.confirm(clientSecret, wanted.userId)).rejects.toThrow();
        expect(await provider.findObject(id)).toMatchObject({ status: 'canceled', charges: [] });
        const paid = await pay(order(kind));
        expect([await provider.abandon(paid), (await provider.findObject(paid))?.status]).toEqual([
          false,
          kind === 'payment' ? 'succeeded' : 'active',
        ]);
      },
    );

    it.each(['subscription', 'payment'] as const)(
      'tells what of a %s was given back, in parts and in dispute',
      async (kind) => {
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
      },
    );

    it('says of which object an event tells, and believes no other bytes and no other signature', async () => {
      const [monthly, once] = [await pay(order('subscription')), await pay(order('payment'))];
      for (const id of [monthly, once]) await bench.refund(id, 100);
      const events = await bench.events();
      const read = await Promise.all(
        events.map(({ raw, signature }) => provider.readEvent(Buffer.from(raw), signature)),
      );
      const told = read.flatMap((event) => event?.objectId ?? []);
      expect([
        told.filter((id) => id === monthly).length >= 2,
        told.filter((id) => id === once).length >= 2,
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

    it('lists what runs and what was begun, and knows nothing of others', async () => {
      const [running, begun] = [await pay(order('subscription')), (await provider.begin(order('payment'))).id];
      const ids: string[] = [];
      for await (const id of provider.listIds(new Date(Date.now() - 86_400_000))) ids.push(id);
      expect(ids).toEqual(expect.arrayContaining([running, begun]));
      expect([
        await provider.findObject('sub_unknown'),
        await provider.findObject('pi_unknown'),
        await provider.resume('pi_unknown'),
        await provider.portalUrl(randomUUID()),
      ]).toEqual([null, null, null, null]);
    });

    it('opens a portal for a customer, and forgets one with all that runs, as often as it is told to', async () => {
      const wanted = order('subscription');
      const id = await pay(wanted);
      expect(await provider.portalUrl(wanted.userId)).toMatch(/^https?:\/\//);
      for (let times = 0; times < 2; times += 1) await provider.forgetUser(wanted.userId);
      expect((await provider.findObject(id))?.status ?? 'canceled').toBe('canceled');
      expect(await provider.portalUrl(wanted.userId)).toBeNull();
    });
  });
}
