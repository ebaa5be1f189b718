import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cancelSubscription, getSubscription, resumeSubscription } from '@inkbear/contracts/billing/billing';
import { listPurchases, previewPurchase } from '@inkbear/contracts/billing/purchase';
import { subscriptionChanged } from '@inkbear/contracts/events';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { type Payer, TestBilling } from '../testing/test-billing.ts';

let billing: TestBilling;
beforeAll(async () => void (billing = await TestBilling.start()));
afterAll(() => billing.stop());

const preview = (as: Payer, plan: 'pro_monthly' | 'pro_oneoff') =>
  billing.service.call(previewPurchase, { as, query: { plan } });
const purchasesOf = async (as: Payer) =>
  (await billing.service.call(listPurchases, { as })).body as unknown as Record<string, unknown>[];
const resume = (as: Payer) => billing.service.call(resumeSubscription, { as });
const codeOf = async (response: Promise<{ status: number; body: Record<string, unknown> }>) => [
  (await response).status,
  (await response).body['code'] ?? null,
];

describe('the history of purchases', () => {
  it('shows each payment once, with what it changed, newest first', async () => {
    const as = testUser();
    expect(await purchasesOf(as)).toEqual([]);
    await billing.pay(as, 'pro_monthly');
    const preparedOneOff = (await preview(as, 'pro_oneoff')).body;
    await billing.pay(as, 'pro_oneoff');
    const [oneOff, monthly] = await purchasesOf(as);
    expect(monthly).toMatchObject({
      plan: 'pro_monthly',
      amount: 1200,
      currency: 'gbp',
      refunded: 0,
      isDisputed: false,
      effect: { plan: 'pro_monthly', books: 2, accessFrom: monthly?.['paidAt'], accessUntil: null, unchanged: null },
    });
    expect(oneOff).toMatchObject({
      plan: 'pro_oneoff',
      amount: 2000,
      effect: { books: 1, accessFrom: null, unchanged: { plan: 'pro_monthly', until: null } },
    });
    expect(preparedOneOff).toMatchObject({ accessFrom: null, unchanged: { plan: 'pro_monthly', until: null } });
    expect(await purchasesOf(testUser())).toEqual([]);
  });

  it('adds a payment with each renewal, and keeps the effect after a refund', async () => {
    const as = testUser();
    const subscriptionId = await billing.pay(as, 'pro_monthly');
    await billing.advance(32);
    await billing.service.runJob('run-due-work');
    await billing.refund({ subscriptionId });
    const [renewal, first, ...others] = await purchasesOf(as);
    expect(others).toEqual([]);
    expect([renewal?.['refunded'], first?.['refunded']]).toEqual([1200, 0]);
    expect(renewal).toMatchObject({ effect: { plan: 'pro_monthly', accessFrom: renewal?.['paidAt'] } });
    expect(Date.parse(String(renewal?.['paidAt']))).toBeGreaterThan(Date.parse(String(first?.['paidAt'])));
  });

  it('has pages', async () => {
    const as = testUser();
    await billing.pay(as, 'pro_oneoff');
    await billing.pay(as, 'pro_monthly');
    const first = await billing.service.call(listPurchases, { as, query: { limit: 1 } });
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await billing.service.call(listPurchases, {
      as,
      query: { limit: 1, cursor: decodeURIComponent(cursor ?? '') },
    });
    expect([first, second].map(({ body }) => (body as unknown as { plan: string }[]).map(({ plan }) => plan))).toEqual([
      ['pro_monthly'],
      ['pro_oneoff'],
    ]);
    expect(second.headers.get('link')).toBeNull();
    expect((await billing.service.call(listPurchases, { as, query: { cursor: 'x' } })).status).toBe(400);
  });
});

describe('the preview of a purchase', () => {
  it('is refused for a plan that the user has', async () => {
    const as = testUser();
    expect((await preview(as, 'pro_oneoff')).body).toMatchObject({ plan: 'pro_oneoff', unchanged: null });
    await billing.pay(as, 'pro_oneoff');
    expect(await codeOf(preview(as, 'pro_oneoff'))).toEqual([409, 'billing.already_active']);
    expect((await preview(as, 'pro_monthly')).body).toMatchObject({
      accessUntil: null,
      unchanged: { plan: 'pro_oneoff' },
    });
  });
});

describe('resuming a cancelled subscription', () => {
  it('lets it renew again, publishes that, and returns the plan card', async () => {
    const as = testUser();
    await billing.pay(as, 'pro_monthly');
    const before = (await billing.service.call(getSubscription, { as })).body;
    await billing.service.call(cancelSubscription, { as });
    const resumed = await resume(as);
    expect([resumed.status, resumed.body]).toEqual([200, before]);
    expect((await billing.published(subscriptionChanged, as.userId)).at(-1)).toMatchObject({
      cancelAtPeriodEnd: false,
    });
    await billing.advance(32);
    await billing.service.runJob('run-due-work');
    expect(await purchasesOf(as)).toHaveLength(2);
  });

  it('is refused when nothing is cancelled, and after the cancelled plan has ended', async () => {
    const [free, running, ended] = [testUser(), testUser(), testUser()];
    await billing.pay(running, 'pro_monthly');
    await billing.pay(ended, 'pro_monthly');
    await billing.service.call(cancelSubscription, { as: ended });
    await billing.advance(32);
    const refused = [409, 'billing.no_subscription'];
    expect([await codeOf(resume(free)), await codeOf(resume(running)), await codeOf(resume(ended))]).toEqual([
      refused,
      refused,
      refused,
    ]);
    expect(await billing.planOf(ended.userId)).toEqual(['free', false, 'none']);
  });
});
