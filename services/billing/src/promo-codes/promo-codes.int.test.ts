import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  checkPromoCode,
  createPromoCode,
  listPromoCodes,
  redeemPromoCode,
  updatePromoCode,
} from '@inkbear/contracts/billing/promo-code';
import { billingAdminAction, paymentSucceeded, billingCreditsAwarded } from '@inkbear/contracts/events';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { admin, type Payer, TestBilling } from '../testing/test-billing.ts';

describe('a promo code', () => {
  let billing: TestBilling;
  beforeAll(async () => void (billing = await TestBilling.start()));
  afterAll(() => billing.stop());

  const create = (body: Record<string, unknown>) => billing.service.call(createPromoCode, { as: admin, body });
  const redeem = (as: Payer, code: string) => billing.service.call(redeemPromoCode, { as, body: { code } });
  const check = (code: string, plan = 'pro_monthly', as = testUser()) =>
    billing.service.call(checkPromoCode, { as, body: { code, plan } });
  const list = async (query: Record<string, unknown> = {}) =>
    await billing.service.call(listPromoCodes, { as: admin, query });
  const usesOf = async (code: string) =>
    ((await list({ q: code })).body as unknown as { currentUses: number }[])[0]?.currentUses;

  it('awards its credits once per user, ignoring letter case and spaces, and publishes the award', async () => {
    const as = testUser();
    expect(
      (await create({ code: 'summer-3', description: 'Summer', discountType: 'credits', discountValue: 3 })).body,
    ).toMatchObject({ code: 'SUMMER-3', currentUses: 0, maxUses: null, expiresAt: null, isActive: true });
    expect((await redeem(as, '  Summer-3 ')).body).toEqual({ message: 'You got 3 book credits.', credits: 3 });
    expect((await redeem(as, 'SUMMER-3')).body).toMatchObject({
      status: 409,
      code: 'billing.promo_already_used',
      message: 'You have already used this promo code.',
    });
    expect(await billing.published(billingCreditsAwarded, as.userId)).toEqual([
      { userId: as.userId, awardKey: `promo:SUMMER-3:${as.userId}`, credits: 3 },
    ]);
    expect(await usesOf('SUMMER-3')).toBe(1);
  });

  it('never exceeds its maximum uses with 500 concurrent requests', async () => {
    await create({ code: 'RUSH', discountType: 'credits', discountValue: 1, maxUses: 37 });
    // A busy machine rejects some requests, which are retried with the same key.
    const retryUntilAnswered = async (as: Payer, key: string) => {
      for (;;) {
        const response = await billing.service.call(redeemPromoCode, {
          as,
          body: { code: 'rush' },
          headers: { 'idempotency-key': key },
        });
        if (response.status < 500 && response.body['code'] !== 'request.in_progress') return response;
        await new Promise((resolve) => {
          setTimeout(resolve, 250);
        });
      }
    };
    const responses = await Promise.all(
      Array.from({ length: 500 }, (_, at) => retryUntilAnswered(testUser(), `rush-${at}-of-500`)),
    );
    const codes = responses.map(({ status, body }) => (status === 200 ? 200 : body['code']));
    expect([
      codes.filter((code) => code === 200).length,
      codes.filter((code) => code === 'billing.promo_used_up').length,
    ]).toEqual([37, 463]);
    expect(
      (await billing.service.emitted(billingCreditsAwarded)).filter(({ key }) => key.startsWith('promo:RUSH:')),
    ).toHaveLength(37);
    expect(await usesOf('RUSH')).toBe(37);
  });

  it('counts one use for twenty concurrent clicks of a user', async () => {
    const as = testUser();
    await create({ code: 'CLICKS', discountType: 'credits', discountValue: 1 });
    const responses = await Promise.all(Array.from({ length: 20 }, () => redeem(as, 'CLICKS')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([await usesOf('CLICKS'), (await billing.published(billingCreditsAwarded, as.userId)).length]).toEqual([
      1, 1,
    ]);
  });

  it('names the reason when it is refused: unknown, expired, inactive, used up or of the wrong kind', async () => {
    const { body: off } = await create({ code: 'OFF', discountType: 'percentage', discountValue: 10 });
    await create({ code: 'OLD', discountType: 'credits', discountValue: 1, expiresAt: '2020-01-31' });
    await create({ code: 'ONE', discountType: 'credits', discountValue: 1, maxUses: 1 });
    await redeem(testUser(), 'ONE');
    await billing.service.call(updatePromoCode, {
      as: admin,
      params: { id: off['id'] as string },
      body: { isActive: false },
    });
    const refusalOf = async (response: ReturnType<typeof redeem>) => [
      (await response).status,
      (await response).body['message'],
    ];
    expect(
      await Promise.all([
        refusalOf(redeem(testUser(), 'NOTHING')),
        refusalOf(redeem(testUser(), 'OLD')),
        refusalOf(check('OFF')),
        refusalOf(redeem(testUser(), 'ONE')),
        refusalOf(check('ONE')),
        refusalOf(redeem(testUser(), 'OFF')),
      ]),
    ).toEqual([
      [404, 'This promo code does not exist.'],
      [409, 'This promo code has expired.'],
      [409, 'This promo code is not active.'],
      [409, 'This promo code has been used up.'],
      [409, 'This promo code gives book credits. Please redeem it on your account.'],
      [409, 'This promo code gives a discount. Please enter it when you pay.'],
    ]);
  });

  it('lowers only the first payment, by the amount that the check returned, never below 30p', async () => {
    await create({ code: 'HALF', discountType: 'percentage', discountValue: 50 });
    await create({ code: 'FIVER', discountType: 'fixed', discountValue: 5.5 });
    await create({ code: 'ALL', discountType: 'percentage', discountValue: 100 });
    await create({ code: 'MORE', discountType: 'fixed', discountValue: 999.99 });
    expect(
      (await Promise.all([check('half'), check('fiver'), check('all'), check('more', 'pro_oneoff')])).map(
        ({ body }) => body,
      ),
    ).toEqual([
      { discount: 600, total: 600 },
      { discount: 550, total: 650 },
      { discount: 1170, total: 30 },
      { discount: 1970, total: 30 },
    ]);
    const as = testUser();
    expect((await billing.subscribe(as, 'fiver')).body).toMatchObject({ total: 650, discount: 550 });
    await billing.pay(as, 'pro_monthly', undefined, 'FIVER');
    await billing.advance(32);
    expect((await billing.published(paymentSucceeded, as.userId)).map(({ amount }) => amount)).toEqual([650, 1200]);
    expect(await usesOf('FIVER')).toBe(1);
    const oneOff = testUser();
    await billing.pay(oneOff, 'pro_oneoff', undefined, 'MORE');
    expect((await billing.published(paymentSucceeded, oneOff.userId)).map(({ amount }) => amount)).toEqual([30]);
  });

  it('reserves a use for 30 minutes, extends it for the same user, and releases it for the next', async () => {
    await create({ code: 'LAST', discountType: 'percentage', discountValue: 25, maxUses: 1 });
    const [holder, next] = [testUser(), testUser()];
    const { body: held } = await billing.subscribe(holder, 'LAST');
    expect((await billing.subscribe(next, 'LAST')).body['code']).toBe('billing.promo_used_up');
    expect((await check('LAST', 'pro_monthly', next)).body['code']).toBe('billing.promo_used_up');
    expect((await billing.subscribe(holder, ' last')).body).toEqual(held);
    await billing.advance(20 / 1440);
    expect((await billing.subscribe(holder, 'LAST')).body).toEqual(held);
    await billing.advance(20 / 1440);
    expect((await billing.subscribe(next, 'LAST')).body['code']).toBe('billing.promo_used_up');
    await billing.advance(31 / 1440);
    expect((await billing.subscribe(next, 'LAST')).body).toMatchObject({ total: 900 });
    expect((await billing.confirm(holder, held['clientSecret'])).body['code']).toBe('billing.payment_not_found');
    await billing.pay(next, 'pro_monthly', undefined, 'LAST');
    expect([await billing.planOf(holder.userId), await usesOf('LAST')]).toEqual([['free', false, 'none'], 1]);
  });

  it('stores the business time at which a paid use was redeemed', async () => {
    await create({ code: 'TIMED', discountType: 'percentage', discountValue: 50 });
    const as = testUser();
    await billing.advance(1);
    const before = billing.service.platform.clock.now();
    await billing.pay(as, 'pro_oneoff', undefined, 'TIMED');
    const use = await billing.service.platform.connection
      .collection<{ _id: string; usedAt: Date }>('promo_code_usage')
      .findOne({ _id: `TIMED:${as.userId}` });
    expect(use?.usedAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it('honours the reservation of a deactivated code until it expires, without extending it', async () => {
    const { body: created } = await create({ code: 'GONE', discountType: 'percentage', discountValue: 50 });
    const as = testUser();
    const { body: held } = await billing.subscribe(as, 'GONE');
    await billing.service.call(updatePromoCode, {
      as: admin,
      params: { id: created['id'] as string },
      body: { isActive: false },
    });
    const advanceMinutes = (minutes: number) => billing.advance(minutes / 1440);
    await advanceMinutes(20);
    expect((await billing.subscribe(as, 'GONE')).body).toEqual(held);
    await advanceMinutes(11);
    expect([
      (await check('GONE', 'pro_monthly', as)).body['code'],
      (await billing.subscribe(as, 'GONE')).body['code'],
    ]).toEqual(['billing.promo_inactive', 'billing.promo_inactive']);
    await advanceMinutes(31);
    expect((await billing.confirm(as, held['clientSecret'])).body['code']).toBe('billing.payment_not_found');
  });

  it('reserves no more than its maximum uses for 100 concurrent payments', async () => {
    await create({ code: 'FEW', discountType: 'fixed', discountValue: 1, maxUses: 5 });
    const responses = await Promise.all(Array.from({ length: 100 }, () => billing.buyOnce(testUser(), 'FEW')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
  });

  it('applies one use to one purchase: the other discounted purchase cannot be paid', async () => {
    await create({ code: 'SINGLE', discountType: 'percentage', discountValue: 50 });
    const as = testUser();
    const { body: monthly } = await billing.subscribe(as, 'SINGLE');
    const { body: oneOff } = await billing.buyOnce(as, 'SINGLE');
    expect((await billing.confirm(as, monthly['clientSecret'])).body['code']).toBe('billing.payment_not_found');
    expect((await billing.confirm(as, oneOff['clientSecret'])).body['status']).toBe('succeeded');
    expect((await billing.subscribe(as, 'SINGLE')).body['code']).toBe('billing.promo_already_used');
    expect((await billing.published(paymentSucceeded, as.userId)).map(({ amount }) => amount)).toEqual([1000]);
  });

  it('lowers the price of an open purchase and cancels the one at the old price', async () => {
    await create({ code: 'LATER', discountType: 'fixed', discountValue: 2 });
    const as = testUser();
    const { body: full } = await billing.buyOnce(as);
    const { body: lower } = await billing.buyOnce(as, 'LATER');
    expect([full['total'], lower['total']]).toEqual([2000, 1800]);
    expect((await billing.confirm(as, full['clientSecret'])).status).toBe(404);
    expect((await billing.confirm(as, lower['clientSecret'])).body['status']).toBe('succeeded');
  });

  it('lists codes for admins only, with paging, sorting and search', async () => {
    for (const code of ['PAGE-C', 'PAGE-A', 'PAGE-B'])
      await create({ code, description: 'for a (list)', discountType: 'credits', discountValue: 1 });
    const first = await list({ q: 'a (list', sort: 'code', limit: 2 });
    const next = new URL(/<([^<>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '', 'http://localhost');
    const second = await list(Object.fromEntries(next.searchParams));
    const codesOf = ({ body }: { body: unknown }) => (body as { code: string }[]).map(({ code }) => code);
    expect([codesOf(first), codesOf(second), second.headers.get('link')]).toEqual([
      ['PAGE-A', 'PAGE-B'],
      ['PAGE-C'],
      null,
    ]);
    expect(codesOf(await list({ q: 'PAGE-' }))).toEqual(['PAGE-B', 'PAGE-A', 'PAGE-C']);
    const refused = [
      { limit: 0 },
      { limit: 501 },
      { sort: 'discountValue' },
      { cursor: 'nonsense' },
      { cursor: Buffer.from('[{"$gt":""},"x"]').toString('base64url') },
    ];
    expect(await Promise.all(refused.map(async (query) => (await list(query)).status))).toEqual([
      400, 400, 400, 400, 400,
    ]);
    expect((await billing.service.call(listPromoCodes, { as: testUser() })).status).toBe(401);
    await create({ code: 'PAGE-OLD', discountType: 'credits', discountValue: 1, expiresAt: '2020-01-01' });
    const expired = (await list({ q: 'PAGE-' })).body as unknown as { code: string; isExpired: boolean }[];
    expect(expired.map(({ code, isExpired }) => [code, isExpired])).toEqual([
      ['PAGE-OLD', true],
      ['PAGE-B', false],
      ['PAGE-A', false],
      ['PAGE-C', false],
    ]);
  });

  it('lets admins create and deactivate codes, records audit events, and rejects invalid input', async () => {
    const { body: created } = await create({
      code: 'TRACE',
      discountType: 'fixed',
      discountValue: 19.99,
      maxUses: 3,
      expiresAt: '2099-12-31',
    });
    expect(created).toMatchObject({ discountValue: 19.99, maxUses: 3, expiresAt: '2099-12-31T23:59:59.999Z' });
    expect(
      (
        await billing.service.call(updatePromoCode, {
          as: admin,
          params: { id: created['id'] as string },
          body: { isActive: false },
        })
      ).body,
    ).toMatchObject({ code: 'TRACE', isActive: false });
    const auditEvents = (await billing.service.emitted(billingAdminAction))
      .map(({ data }) => data)
      .filter(({ target }) => target === created['id']);
    expect(auditEvents).toMatchObject([
      { action: 'promo-code.created', actor: 'admin:admin-1', before: null, after: { code: 'TRACE' } },
      { action: 'promo-code.updated', before: { isActive: true }, after: { isActive: false } },
    ]);
    expect((await create({ code: ' trace', discountType: 'credits', discountValue: 1 })).body['code']).toBe(
      'billing.promo_exists',
    );
    expect(
      (await billing.service.call(updatePromoCode, { as: admin, params: { id: 'none' }, body: { isActive: true } }))
        .status,
    ).toBe(404);
    const wrong = [
      { code: '' },
      { discountValue: 0 },
      { discountValue: 101 },
      { discountValue: 1.555 },
      { maxUses: 0 },
      { maxUses: 1.5 },
      { expiresAt: 'soon' },
      { currentUses: 5 },
      { discountType: 'gift' },
      { discountType: 'credits', discountValue: 1.5 },
    ];
    expect(
      await Promise.all(
        wrong.map(
          async (change) =>
            (await create({ code: 'WRONG', discountType: 'percentage', discountValue: 10, ...change })).status,
        ),
      ),
    ).toEqual(wrong.map(() => 400));
  });
});
