import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createBook,
  deleteBook,
  getBook,
  getBookAllowance,
  listTrash,
  restoreTrash,
} from '@inkbear/contracts/books/book';
import { getChapter } from '@inkbear/contracts/books/chapter';
import { applyPlanOverride } from '@inkbear/contracts/books/internal';
import {
  aiCountersChanged,
  allowanceOverridden,
  creditBalanceChanged,
  exportFileFinished,
  billingCreditsAwarded,
  referralsCreditsAwarded,
} from '@inkbear/contracts/events';
import { freeEntitlement } from '@inkbear/contracts/plans';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { type Author, BooksService } from '../testing/books-service.ts';

const monthly = {
  plan: 'pro_monthly',
  isActive: true,
  source: 'paid',
  periodStart: '2026-11-01T00:00:00.000Z',
  periodEnd: '2026-12-01T00:00:00.000Z',
} as const;

describe('allowance, credits and events from other services', () => {
  let books: BooksService;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  const create = (as: Author) => books.call(createBook, { as, body: { title: 'x' } });
  const balances = async ({ userId }: Author) =>
    (await books.service.emitted(creditBalanceChanged))
      .filter(({ key }) => key === userId)
      .map(({ data }) => data['balance']);

  it('creates exactly one book in 100 concurrent requests when one is left', async () => {
    const author = await books.author();
    const results = await Promise.all(Array.from({ length: 100 }, () => create(author)));
    const count = (status: number) => results.filter((result) => result.status === status).length;
    // On a slow machine, some of them wait for too long and are refused with 503.
    expect([count(201), count(403) + count(503)]).toEqual([1, 99]);
    expect(await books.rows('books').countDocuments({ userId: author.userId }, { hint: { userId: 1, state: 1 } })).toBe(
      1,
    );
    expect(results.find(({ status }) => status === 403)?.body).toMatchObject({
      code: 'books.allowance_used',
      message:
        'The Free plan includes 1 book in total, which you have used. Upgrade to Pro or earn a book credit to create another.',
    });
  });

  it('spends the last credit exactly once in 20 concurrent requests', async () => {
    const author = await books.author();
    await create(author);
    await books.service.deliver(billingCreditsAwarded, 'award', {
      userId: author.userId,
      awardKey: `promo:TEN:${author.userId}`,
      credits: 1,
    });
    const results = await Promise.all(Array.from({ length: 20 }, () => create(author)));
    expect([results.filter(({ status }) => status === 201).length, await balances(author)]).toEqual([1, [1, 0]]);
  });

  it('asks billing before it refuses, and refuses when billing does not answer', async () => {
    const author = await books.author();
    expect([(await create(author)).status, (await create(author)).status]).toEqual([201, 403]);
    books.billing.set(author.userId, { ...freeEntitlement(author.userId), ...monthly });
    expect([(await create(author)).status, (await create(author)).status, (await create(author)).status]).toEqual([
      201, 201, 403,
    ]);
  });

  it('shows the allowance with the refusal text, after asking billing', async () => {
    const author = await books.author();
    const show = async () => (await books.call(getBookAllowance, { as: author })).body;
    expect(await show()).toEqual({ plan: 'free', used: 0, max: 1, credits: 0, renewsAt: null, refusal: null });
    await create(author);
    const { body } = await create(author);
    expect(await show()).toEqual({
      plan: 'free',
      used: 1,
      max: 1,
      credits: 0,
      renewsAt: null,
      refusal: body['message'],
    });
    await books.service.deliver(billingCreditsAwarded, 'shown', {
      userId: author.userId,
      awardKey: `promo:SHOWN:${author.userId}`,
      credits: 2,
    });
    expect(await show()).toMatchObject({ used: 1, credits: 2, refusal: null });
    await books.service.deliver(
      allowanceOverridden,
      author.userId,
      { userId: author.userId, adjustmentId: `shown:${author.userId}`, creditBalance: 0 },
      { seq: 1 },
    );
    books.billing.set(author.userId, { ...freeEntitlement(author.userId), ...monthly });
    // On a slow machine, billing may not answer in time.
    expect(await eventually(show, ({ plan }) => plan === 'pro_monthly')).toEqual({
      plan: 'pro_monthly',
      used: 0,
      max: 2,
      credits: 0,
      renewsAt: monthly.periodEnd,
      refusal: null,
    });
    expect((await books.call(getBookAllowance, { as: 'nobody' })).status).toBe(401);
  });

  it('neither returns allowance on deletion nor consumes it on restoring', async () => {
    const author = await books.author(monthly);
    const { id } = await books.book(author);
    await books.call(deleteBook, { as: author, params: { id } });
    expect([(await create(author)).status, (await create(author)).status]).toEqual([201, 403]);
    const [trashed] = (await books.call(listTrash, { as: author })).body as unknown as { id: string }[];
    expect((await books.call(restoreTrash, { as: author, params: { id: trashed?.id ?? '' } })).status).toBe(200);
    await books.setPlan(author, { ...monthly, periodStart: '2026-12-01T00:00:00.000Z' });
    expect([(await create(author)).status, (await create(author)).status, (await create(author)).status]).toEqual([
      201, 201, 403,
    ]);
  });

  it('adds each award once, from any service and on redelivery', async () => {
    const author = await books.author();
    const award = { userId: author.userId, awardKey: `referral:1:${author.userId}`, credits: 1 };
    const event = await books.service.deliver(referralsCreditsAwarded, 'a', award);
    await books.service.redeliver(event);
    await books.service.deliver(referralsCreditsAwarded, 'a', award, { seq: 2 });
    await books.service.deliver(billingCreditsAwarded, 'b', { ...award, awardKey: 'promo', credits: 3 });
    expect(await balances(author)).toEqual([1, 4]);
  });

  it('sets the balance with one adjustment, and ignores an older override', async () => {
    const author = await books.author();
    const set = (adjustmentId: string, creditBalance: number, seq: number) =>
      books.service.deliver(
        allowanceOverridden,
        author.userId,
        { userId: author.userId, adjustmentId: `${adjustmentId}${author.userId}`, creditBalance },
        { seq },
      );
    const second = await set('b', 5, 2);
    await books.service.redeliver(second);
    await set('a', 1, 1);
    expect(await balances(author)).toEqual([5]);
    await set('c', 2, 3);
    expect(await balances(author)).toEqual([5, 2]);
    expect(
      (await books.rows('credit_ledger').find({ userId: author.userId }).toArray()).map(({ amount }) => amount),
    ).toEqual([5, -3]);
  });

  it('publishes no balance when an override leaves it as it is, and still ignores older overrides', async () => {
    const author = await books.author();
    const { userId } = author;
    const set = (creditBalance: number, seq: number) =>
      books.service.deliver(
        allowanceOverridden,
        userId,
        { userId, adjustmentId: `same-${seq}:${userId}`, creditBalance },
        { seq },
      );
    await set(0, 1);
    expect(await balances(author)).toEqual([]);
    await set(3, 2);
    await set(3, 4);
    await set(9, 3);
    expect(await balances(author)).toEqual([3]);
  });

  it('stores the newest AI counters in any order of delivery', async () => {
    const { author, bookId, chapterId } = await books.authorWithBook();
    const counters = {
      userId: author.userId,
      bookId,
      chapterId: null,
      storyId: null,
      titleGenerationCount: 0,
      outlineGenerationCount: 0,
      aiGeneratedCount: 0,
      aiEditCount: 0,
      polishCount: 0,
    };
    const newer = await books.service.deliver(
      aiCountersChanged,
      chapterId,
      { ...counters, chapterId, aiEditCount: 2, polishCount: 1 },
      { seq: 2 },
    );
    await books.service.redeliver(newer);
    await books.service.deliver(aiCountersChanged, chapterId, { ...counters, chapterId, aiEditCount: 1 }, { seq: 1 });
    await books.service.deliver(aiCountersChanged, bookId, { ...counters, titleGenerationCount: 4 }, { seq: 5 });
    await books.service.deliver(aiCountersChanged, bookId, { ...counters, titleGenerationCount: 3 }, { seq: 4 });
    await books.service.deliver(aiCountersChanged, 'story', {
      ...counters,
      bookId: null,
      storyId: 'story',
      polishCount: 9,
    });
    expect((await books.call(getChapter, { as: author, params: { id: chapterId } })).body).toMatchObject({
      aiEditCount: 2,
      polishCount: 1,
      rev: 1,
    });
    expect((await books.call(getBook, { as: author, params: { id: bookId } })).body['titleGenerationCount']).toBe(4);
  });

  it('sets the exported flag, except for another user’s event', async () => {
    const { author, bookId } = await books.authorWithBook();
    const exported = async () =>
      (await books.call(getBook, { as: author, params: { id: bookId } })).body['exported'] as unknown;
    await books.service.deliver(exportFileFinished, bookId, {
      userId: 'another',
      bookId,
      chapterId: null,
      format: 'ebook',
    });
    expect(await exported()).toBe(false);
    const event = await books.service.deliver(exportFileFinished, bookId, {
      userId: author.userId,
      bookId,
      chapterId: null,
      format: 'ebook',
    });
    await books.service.redeliver(event);
    expect(await exported()).toBe(true);
  });

  it('applies an admin’s override immediately, and ignores the later events', async () => {
    const author = await books.author();
    await books.call(createBook, { as: author, body: { title: 'One' } });
    const statusOfCreate = async () => (await create(author)).status;
    expect(await statusOfCreate()).toBe(403);
    const billing = { role: 'service', service: 'billing' } as const;
    const entitlement = { ...freeEntitlement(author.userId), monthlyBookLimit: 2 };
    const credits = { adjustmentId: 'adjustment-1', creditBalance: 1, seq: 1 };
    const apply = (body: object) => books.call(applyPlanOverride, { as: billing, params: { id: author.userId }, body });
    expect((await apply({ entitlement: { ...entitlement, seq: 7 }, credits })).body).toEqual({ applied: true });
    await apply({ entitlement: { ...entitlement, monthlyBookLimit: null, seq: 6 }, credits });
    await books.service.deliver(
      allowanceOverridden,
      author.userId,
      { userId: author.userId, adjustmentId: 'adjustment-1', creditBalance: 1 },
      { seq: 1 },
    );
    expect([await statusOfCreate(), await statusOfCreate(), await statusOfCreate()]).toEqual([201, 201, 403]);
    await apply({ entitlement: { ...entitlement, monthlyBookLimit: 0, seq: 8 }, credits: null });
    expect(await statusOfCreate()).toBe(403);
  });
});
