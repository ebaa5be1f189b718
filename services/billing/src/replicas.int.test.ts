import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPromoCode, redeemPromoCode } from '@inkbear/contracts/billing/promo-code';
import { paymentSucceeded, subscriptionChanged, userRemoved } from '@inkbear/contracts/events';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import type { ProviderObject } from './provider/payment-provider.ts';
import { PurchaseRepository } from './purchases/purchase.repository.ts';
import { SandboxProvider } from './sandbox/sandbox-provider.ts';
import { admin, TestBilling } from './testing/test-billing.ts';

describe('billing with two replicas', () => {
  let first: TestBilling;
  let second: TestBilling;
  beforeAll(async () => {
    first = await TestBilling.start();
    second = await TestBilling.start({ MONGODB_DATABASE: first.service.platform.connection.name });
  });
  afterAll(async () => {
    await second.stop();
    await first.stop();
  });
  const both = () => [first, second];

  it('creates one subscription when both replicas receive requests at once', async () => {
    for (let rounds = 0; rounds < 5; rounds += 1) {
      const as = testUser();
      const started = await Promise.all([...both(), ...both()].map((billing) => billing.subscribe(as)));
      expect([
        new Set(started.map(({ body }) => body['subscriptionId'])).size,
        started.map(({ status }) => status),
      ]).toEqual([1, [200, 200, 200, 200]]);
    }
  });

  it('never exceeds the maximum uses of a promo code', async () => {
    await first.service.call(createPromoCode, {
      as: admin,
      body: { code: 'BOTH', discountType: 'credits', discountValue: 1, maxUses: 11 },
    });
    const responses = await Promise.all(
      Array.from({ length: 30 }, both)
        .flat()
        .map((billing) => billing.service.call(redeemPromoCode, { as: testUser(), body: { code: 'BOTH' } })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 11 }, () => 200),
      ...Array.from({ length: 49 }, () => 409),
    ]);
  });

  it('applies one use of a promo code to one purchase when both kinds are started at once', async () => {
    await first.service.call(createPromoCode, {
      as: admin,
      body: { code: 'ONLY', discountType: 'percentage', discountValue: 50 },
    });
    const as = testUser();
    const original = PurchaseRepository.prototype.findOpenByPromoCode;
    let lookups = 0;
    PurchaseRepository.prototype.findOpenByPromoCode = async function together(
      this: PurchaseRepository,
      userId: string,
      promoCode: string,
    ) {
      const purchase = await original.call(this, userId, promoCode);
      lookups += 1;
      while (lookups < 2) await new Promise((resolve) => setTimeout(resolve, 10));
      return purchase;
    };
    try {
      const started = await Promise.all([first.subscribe(as, 'ONLY'), second.buyOnce(as, 'ONLY')]);
      for (const { body } of started) if (body['clientSecret']) await first.confirm(as, body['clientSecret']);
      await first.service.runJob('run-due-work');
    } finally {
      PurchaseRepository.prototype.findOpenByPromoCode = original;
    }
    expect((await first.published(paymentSucceeded, as.userId)).length).toBe(1);
  });

  it('ignores the result of a fetch that is older than one already applied', async () => {
    const as = testUser();
    const id = await first.pay(as, 'pro_monthly');
    const original = SandboxProvider.prototype.findObject;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let isHeld = false;
    SandboxProvider.prototype.findObject = async function slow(
      this: SandboxProvider,
      objectId: string,
    ): Promise<ProviderObject | null> {
      const object = await original.call(this, objectId);
      if (!isHeld && objectId === id) {
        isHeld = true;
        await released;
      }
      return object;
    };
    try {
      const events = first.service.platform.connection.collection<{ _id: string; deliveredAt: Date | null }>(
        'sandbox_events',
      );
      await events.insertOne({
        _id: 'a-delayed-event',
        deliveredAt: null,
        ...{ type: 'subscription.updated', objectId: id },
      });
      const delayedRun = first.service.runJob('run-due-work');
      while (!isHeld) await new Promise((resolve) => setTimeout(resolve, 10));
      await events.updateOne({ _id: 'a-delayed-event' }, { $set: { deliveredAt: new Date() } });
      await second.refund({ subscriptionId: id });
      expect(await second.planOf(as.userId)).toEqual(['free', false, 'none']);
      release();
      await delayedRun;
    } finally {
      release();
      SandboxProvider.prototype.findObject = original;
    }
    expect(await first.planOf(as.userId)).toEqual(['free', false, 'none']);
    expect([
      (await first.published(subscriptionChanged, as.userId)).at(-1)?.['status'],
      (await first.published(paymentSucceeded, as.userId)).length,
    ]).toEqual(['canceled', 1]);
  });

  it('does due work once when both replicas run it at the same time', async () => {
    const [renewing, leaving, reserving] = [testUser(), testUser(), testUser()];
    await first.service.call(createPromoCode, {
      as: admin,
      body: { code: 'TWICE', discountType: 'percentage', discountValue: 50 },
    });
    for (const as of [renewing, leaving]) await first.pay(as, 'pro_monthly');
    await first.subscribe(reserving, 'TWICE');
    await first.service.deliver(userRemoved, leaving.userId, { userId: leaving.userId, stage: 'grace' });
    const clocks = both().map(({ service }) => service.platform.businessClock.clock);
    for (const clock of clocks) clock.setOffset(31 * 86_400_000);
    try {
      await Promise.all([...both(), ...both()].map(({ service }) => service.runJob('run-due-work')));
      await first.service.runJob('run-due-work');
    } finally {
      for (const clock of clocks) clock.setOffset(0);
    }
    const changes = (await first.published(subscriptionChanged, renewing.userId)).map((data) => JSON.stringify(data));
    expect([
      (await first.published(paymentSucceeded, renewing.userId)).length,
      new Set(changes).size === changes.length,
    ]).toEqual([2, true]);
    const rows = (name: string) => first.service.platform.connection.collection<{ _id: string }>(name);
    expect(await rows('promo_codes').findOne({ code: 'TWICE' } as object)).toMatchObject({ taken: 0 });
    expect(await rows('promo_code_usage').countDocuments({ userId: reserving.userId })).toBe(0);
    expect(await rows('plan_accounts').findOne({ _id: leaving.userId })).toMatchObject({
      paidMonthly: { cancelAtPeriodEnd: true },
    });
  });
});
