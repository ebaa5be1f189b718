import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getAdminAiUsage } from '@inkbear/contracts/admin/ai-usage';
import { getAnalytics, getAnalyticsHistory } from '@inkbear/contracts/admin/analytics';
import { listAudit } from '@inkbear/contracts/admin/audit';
import { listAdminStories } from '@inkbear/contracts/admin/stories';
import { getAdminUser, listAdminUsers } from '@inkbear/contracts/admin/users';
import { bookCreated, sandboxClockMoved, userRegistered, userRemoved } from '@inkbear/contracts/events';
import { checkErasure } from '@inkbear/service-kit/testing/check-erasure';
import { type Answer, testUser } from '@inkbear/service-kit/testing/test-service';
import { AdminHouse } from './testing/admin-house.ts';

type Json = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- a test looks at whatever came back
const as = { role: 'admin', sid: 'a-session' } as const;

describe('what admins see of the other services', () => {
  const house = new AdminHouse();
  beforeAll(async () => await house.start());
  afterAll(async () => await house.stop());
  const users = async (query: Json = {}) => await house.service.call(listAdminUsers, { as, query });
  const idsOf = (body: unknown) => (body as { id: string }[]).map(({ id }) => id);
  const seen = async () =>
    JSON.stringify(
      await Promise.all(
        [
          users(),
          house.service.call(getAnalyticsHistory, { as }),
          house.service.call(listAdminStories, { as }),
          house.service.call(listAudit, { as }),
          ...(['user', 'book', 'model', 'day'] as const).map((by) =>
            house.service.call(getAdminAiUsage, { as, query: { by } }),
          ),
        ].map(async (answer) => (await answer).body),
      ),
    );

  it('is one row for each user with everything that was told', async () => {
    const id = await house.author('ada', {
      plan: 'pro_monthly',
      books: 3,
      trashed: 1,
      calls: [
        { cost: 0.0123, tokens: 500 },
        { cost: 0.0001, tokens: 7 },
      ],
      credits: 2,
    });
    const { body } = await users({ q: 'ada' });
    expect(body).toEqual([
      expect.objectContaining({
        id,
        email: 'ada@example.com',
        firstName: 'ada',
        plan: 'pro_monthly',
        bookCount: 2,
        bookCountThisMonth: 3,
        monthlyBookLimit: 2,
        monthlyBookLimitOverridden: false,
        referralCredits: 2,
        openaiTokensUsed: 507,
        openaiCostThisMonth: 0.0124,
        openaiRequestsThisMonth: 2,
        deletedAt: null,
      }),
    ]);
    const details = await house.service.call(getAdminUser, { as, params: { id } });
    expect(details.body).toMatchObject({
      id,
      isActive: true,
      source: 'paid',
      storyCount: 0,
      referrals: { pending: 0, processed: 0, cancelled: 0 },
      payments: [],
    });
  });

  it('says of a plan whether it runs by business time alone, in the list as in its filter', async () => {
    const id = await house.author('yves');
    await house.plan(id, 'pro_oneoff', 1, new Date(Date.now() + 60_000));
    const said = async () =>
      [
        (await users({ q: 'yves' })).body as unknown as Json[],
        (await users({ q: 'yves', state: 'active' })).body as unknown as Json[],
      ].map((rows) => rows.map(({ plan, isActive }) => [plan, isActive]));
    const running = await said();
    const { clock } = house.service.platform.businessClock;
    clock.move(61_000);
    try {
      expect([
        running,
        await said(),
        (await house.service.call(getAdminUser, { as, params: { id } })).body['isActive'],
      ]).toEqual([[[['pro_oneoff', true]], [['pro_oneoff', true]]], [[['pro_oneoff', false]], []], false]);
    } finally {
      clock.move(0);
    }
  });

  it('shows money, what went back of it, and referrals in the details', async () => {
    const id = await house.author('bert');
    await house.pay('p-bert', id, 1200);
    await house.refund('p-bert', id, 200);
    await house.refer('r-bert', id, 'pending');
    expect((await house.service.call(getAdminUser, { as, params: { id } })).body).toMatchObject({
      referrals: { pending: 1 },
      payments: [{ paymentId: 'p-bert', amount: 1200, refunded: 200, currency: 'gbp' }],
    });
    expect((await house.service.call(getAnalytics, { as })).body).toMatchObject({
      monthlyRevenue: 10,
      totalReferrals: 1,
      pendingCredits: 2,
      creditsPaid: 0,
    });
    await house.refer('r-bert', id, 'processed', 2);
    expect((await house.service.call(getAnalytics, { as })).body).toMatchObject({
      totalReferrals: 1,
      pendingCredits: 0,
      creditsPaid: 2,
    });
  });

  it('is searched, sorted, filtered and paged at the server', async () => {
    for (const name of ['page-c', 'page-a', 'page-b'])
      await house.author(name, name === 'page-b' ? { plan: 'pro_oneoff' } : {});
    const names = (body: unknown) => (body as { firstName: string }[]).map(({ firstName }) => firstName);
    const first = await users({ q: 'PAGE-', sort: 'email', limit: 2 });
    expect(names(first.body)).toEqual(['page-a', 'page-b']);
    const next =
      new URL(/<([^<>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '', 'http://x').searchParams.get('cursor') ??
      '';
    expect(names((await users({ q: 'page-', sort: 'email', limit: 2, cursor: next })).body)).toEqual(['page-c']);
    expect(names((await users({ q: 'page-', plan: 'pro_oneoff' })).body)).toEqual(['page-b']);
    expect(names((await users({ q: 'page-', state: 'inactive', sort: '-email' })).body)).toEqual(['page-c', 'page-a']);
    for (const sort of [
      '-createdAt',
      'createdAt',
      '-email',
      'lastName',
      '-lastName',
      '-bookCount',
      'bookCount',
      '-openaiCostThisMonth',
      '-openaiTokensUsed',
      '-referralCredits',
      'planEndDate',
      '-planEndDate',
    ])
      expect([sort, (await users({ q: 'page-', sort })).status]).toEqual([sort, 200]);
    for (const wrong of [{ sort: 'password' }, { limit: 501 }, { cursor: 'x' }])
      expect((await users(wrong)).status).toBe(400);
  });

  it('adds AI up by user, book, model and day', async () => {
    const id = await house.author('carl', { books: 1, calls: [{ cost: 9.5, tokens: 90 }] });
    const by = async (name: 'user' | 'book' | 'model' | 'day') =>
      (await house.service.call(getAdminAiUsage, { as, query: { by: name, sort: '-cost' } })).body as unknown as Json[];
    expect((await by('user'))[0]).toMatchObject({
      key: id,
      label: 'carl@example.com',
      requests: 1,
      failed: 0,
      tokens: 90,
      cost: 9.5,
    });
    expect((await by('book')).map(({ key }) => key)).toContain('none');
    expect((await by('model'))[0]).toMatchObject({ key: 'a-model' });
    expect((await by('day'))[0]).toMatchObject({ key: new Date().toISOString().slice(0, 10) });
    expect((await house.service.call(getAdminAiUsage, { as, query: { month: '2020-01' } })).body).toEqual([]);
    await house.author('abel', { calls: [{ cost: 0.5, tokens: 5 }] });
    const names = (
      (await house.service.call(getAdminAiUsage, { as, query: { by: 'user', sort: 'label' } })).body as unknown as {
        label: string;
      }[]
    ).map(({ label }) => label);
    expect([names[0], names]).toEqual(['abel@example.com', names.toSorted()]);
  });

  it('pages what it added up', async () => {
    const all = (await house.service.call(getAdminAiUsage, { as, query: { by: 'user', sort: 'key' } }))
      .body as unknown as Json[];
    const keys: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page: Answer<Json> = await house.service.call(getAdminAiUsage, {
        as,
        query: { by: 'user' as const, sort: 'key' as const, limit: 1, ...(cursor ? { cursor } : {}) },
      });
      keys.push(...(page.body as unknown as Json[]).map(({ key }) => key as unknown));
      cursor = new URL(/<([^<>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '/', 'http://x').searchParams.get(
        'cursor',
      );
    } while (cursor);
    expect([keys.length > 1, keys]).toEqual([true, all.map(({ key }) => key as unknown)]);
  });

  it('changes nothing when every event comes once more, in any order', async () => {
    await house.story('s-twice', await house.author('dora'), 'A title');
    const before = await seen();
    await house.tellAgain();
    expect(await seen()).toBe(before);
  });

  it('takes no state that is older than the one it has', async () => {
    const id = await house.author('emil', { credits: 5 });
    await house.credits(id, 9, 1);
    expect(((await users({ q: 'emil' })).body as unknown as Json[])[0]).toMatchObject({ referralCredits: 5 });
  });

  it('leaves the 404 of a user to auth', async () => {
    expect((await house.service.call(getAdminUser, { as, params: { id: 'nobody' } })).status).toBe(404);
    house.known.add('on-its-way');
    expect((await house.service.call(getAdminUser, { as, params: { id: 'on-its-way' } })).status).toBe(503);
  });

  it('counts the month from its beginning, and from where an admin cleared the counters', async () => {
    const id = await house.author('fay', { calls: [{ cost: 1, tokens: 10 }] });
    await house.resetUsage(id);
    expect(((await users({ q: 'fay' })).body as unknown as Json[])[0]).toMatchObject({
      openaiCostThisMonth: 0,
      openaiRequestsThisMonth: 0,
      openaiTokensUsed: 10,
    });
    await house.call(id, { cost: 0.5, tokens: 5 });
    expect(((await users({ q: 'fay' })).body as unknown as Json[])[0]).toMatchObject({
      openaiCostThisMonth: 0.5,
      openaiRequestsThisMonth: 1,
      openaiTokensUsed: 15,
    });
  });

  it('hides whoever is gone for good and shows whoever may come back as deleted', async () => {
    const id = await house.author('gwen');
    const leave = async (stage: 'grace' | 'restored' | 'erased', seq: number) =>
      await house.tell(userRemoved, id, { userId: id, stage }, seq);
    await leave('grace', 1);
    expect(((await users({ q: 'gwen' })).body as unknown as Json[])[0]?.['deletedAt']).toEqual(expect.any(String));
    await leave('restored', 2);
    expect(((await users({ q: 'gwen' })).body as unknown as Json[])[0]?.['deletedAt']).toBeNull();
    await leave('erased', 3);
    expect(idsOf((await users({ q: 'gwen' })).body)).toEqual([]);
  });

  it('takes no name and no title of somebody who is gone for good, however late they come', async () => {
    const id = testUser().userId;
    await house.tell(userRemoved, id, { userId: id, stage: 'erased' });
    await house.tell(userRegistered, id, {
      userId: id,
      email: 'late-kim@example.com',
      firstName: 'late-kim',
      lastName: 'x',
      referralCode: 'c',
      referredByCode: null,
      createdAt: new Date().toISOString(),
    });
    await house.story('s-late', id, 'The life of late-kim');
    expect(
      JSON.stringify(
        await Promise.all(['users', 'stories'].map((name) => house.rows(name).find({}, { hint: '_id_' }).toArray())),
      ),
    ).not.toContain('late-kim');
    expect((await house.rows('stories').findOne({ _id: 's-late' }))?.['told']).toMatchObject({ userId: id, title: '' });
  });

  it('shows the last twelve months as they ended', async () => {
    const months = async () => (await house.service.call(getAnalyticsHistory, { as })).body as unknown as Json[];
    const [before, start] = [
      await months(),
      (back: number) => new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - back, 1)),
    ];
    expect(before.map(({ month }) => month)).toEqual(
      Array.from({ length: 12 }, (_, index) =>
        start(11 - index)
          .toISOString()
          .slice(0, 7),
      ),
    );
    const inMonth = (back: number) => new Date(start(back).getTime() + 86_400_000);
    const id = testUser().userId;
    await house.tell(userRegistered, id, {
      userId: id,
      email: 'hal@example.com',
      firstName: 'hal',
      lastName: 'x',
      referralCode: 'c',
      referredByCode: null,
      createdAt: inMonth(5).toISOString(),
    });
    await house.pay('p-hal', id, 2000, inMonth(4));
    await house.tell(bookCreated, 'b-hal', {
      bookId: 'b-hal',
      userId: id,
      genre: 'general',
      createdAt: inMonth(3).toISOString(),
    });
    await house.refund('p-hal', id, 2000);
    const after = await months();
    const change = (name: string) =>
      after.map((figures, index) => Number(figures[name]) - Number(before[index]?.[name]));
    expect(change('totalUsers')).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    expect(change('newUsersThisMonth')).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
    expect(change('monthlyRevenue')).toEqual([0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0, -20]);
    expect(change('totalBooks')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    expect(change('booksThisMonth')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
    expect((await house.service.call(getAnalytics, { as })).body).toEqual({ ...after.at(-1), month: undefined });
  });

  it('is for admins only', async () => {
    for (const route of [
      listAdminUsers,
      getAnalytics,
      getAnalyticsHistory,
      listAdminStories,
      getAdminAiUsage,
      listAudit,
    ]) {
      for (const who of [undefined, testUser(), { role: 'service', service: 'books' } as const])
        expect([route.id, (await house.service.call(route, who ? { as: who } : {})).status]).toEqual([route.id, 401]);
    }
  });

  it('keeps no name and no title of an erased user, only a bare id to which the numbers belong', async () => {
    const projected = ['plan_changes', 'books', 'ai_calls', 'payments', 'refunds', 'referrals', 'audit'];
    const keepUserId = ['users', 'stories', ...projected];
    const withoutUserData = [
      'page_views',
      'revocations',
      'revocation_seq',
      'sign_in_failures',
      'sign_in_devices',
      'clock_moves',
      'rebuilds',
    ];
    expect(
      await checkErasure(house.service, { seed: (person) => house.everythingOf(person), keepUserId, withoutUserData }),
    ).toEqual({ unseeded: [], remaining: [], lost: [] });
    expect(
      JSON.stringify(
        await Promise.all(keepUserId.map((name) => house.rows(name).find({}, { hint: '_id_' }).toArray())),
      ),
    ).not.toContain('gwen');
  });

  it('begins a new month when business time does', async () => {
    const id = await house.author('ivy', { plan: 'pro_monthly', books: 1, calls: [{ cost: 2, tokens: 20 }] });
    const ivy = async () => ((await users({ q: 'ivy' })).body as unknown as Json[])[0];
    const present = async () => (await house.service.call(getAnalytics, { as })).body;
    expect(await ivy()).toMatchObject({ plan: 'pro_monthly', bookCountThisMonth: 1, openaiRequestsThisMonth: 1 });
    const before = await present();
    await house.tell(sandboxClockMoved, 'clock', { offsetMs: 40 * 86_400_000 });
    expect(await ivy()).toMatchObject({
      plan: 'free',
      bookCount: 1,
      bookCountThisMonth: 0,
      openaiCostThisMonth: 0,
      openaiRequestsThisMonth: 0,
      openaiTokensUsed: 20,
    });
    expect(await present()).toMatchObject({
      totalUsers: before['totalUsers'],
      totalBooks: before['totalBooks'],
      totalTokensUsed: before['totalTokensUsed'],
      activeProPlans: 0,
      monthlyRevenue: 0,
      newUsersThisMonth: 0,
      totalCostThisMonth: 0,
      totalRequestsThisMonth: 0,
    });
    expect((await users({ q: 'ivy', plan: 'free' })).body).toEqual([expect.objectContaining({ id })]);
    expect((await users({ q: 'ivy', plan: 'pro_monthly' })).body).toEqual([]);
  });
});
