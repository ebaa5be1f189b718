import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getAdminAiUsage } from '@inkbear/contracts/admin/ai-usage';
import { getAnalytics, getAnalyticsHistory } from '@inkbear/contracts/admin/analytics';
import { listAudit } from '@inkbear/contracts/admin/audit';
import { listAdminStories } from '@inkbear/contracts/admin/stories';
import { getAdminUser, listAdminUsers } from '@inkbear/contracts/admin/users';
import { bookCreated, sandboxClockMoved, userRegistered, userRemoved } from '@inkbear/contracts/events';
import { checkErasure } from '@inkbear/service-kit/testing/check-erasure';
import { testRegistration } from '@inkbear/service-kit/testing/test-events';
import { type Answer, testUser } from '@inkbear/service-kit/testing/test-service';
import { TestAdmin } from './testing/test-admin.ts';

type Json = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests read arbitrary replies
const as = { role: 'admin', sid: 'a-session' } as const;

describe('projections', () => {
  const testAdmin = new TestAdmin();
  beforeAll(async () => await testAdmin.start());
  afterAll(async () => await testAdmin.stop());
  const users = async (query: Json = {}) => await testAdmin.service.call(listAdminUsers, { as, query });
  const idsOf = (body: unknown) => (body as { id: string }[]).map(({ id }) => id);
  const readAll = async () =>
    JSON.stringify(
      await Promise.all(
        [
          users(),
          testAdmin.service.call(getAnalyticsHistory, { as }),
          testAdmin.service.call(listAdminStories, { as }),
          testAdmin.service.call(listAudit, { as }),
          ...(['user', 'book', 'model', 'day'] as const).map((by) =>
            testAdmin.service.call(getAdminAiUsage, { as, query: { by } }),
          ),
        ].map(async (answer) => (await answer).body),
      ),
    );

  it('combine all events of a user in one row', async () => {
    const id = await testAdmin.registerAuthor('ada', {
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
    const details = await testAdmin.service.call(getAdminUser, { as, params: { id } });
    expect(details.body).toMatchObject({
      id,
      isActive: true,
      source: 'paid',
      storyCount: 0,
      referrals: { pending: 0, processed: 0, cancelled: 0 },
      payments: [],
    });
  });

  it('decide whether a plan is active by business time, in the list and in its filter', async () => {
    const id = await testAdmin.registerAuthor('yves');
    await testAdmin.changePlan(id, 'pro_oneoff', 1, new Date(Date.now() + 60_000));
    const readStates = async () =>
      [
        (await users({ q: 'yves' })).body as unknown as Json[],
        (await users({ q: 'yves', state: 'active' })).body as unknown as Json[],
      ].map((rows) => rows.map(({ plan, isActive }) => [plan, isActive]));
    const beforeItsEnd = await readStates();
    const { clock } = testAdmin.service.platform.businessClock;
    clock.setOffset(61_000);
    try {
      expect([
        beforeItsEnd,
        await readStates(),
        (await testAdmin.service.call(getAdminUser, { as, params: { id } })).body['isActive'],
      ]).toEqual([[[['pro_oneoff', true]], [['pro_oneoff', true]]], [[['pro_oneoff', false]], []], false]);
    } finally {
      clock.setOffset(0);
    }
  });

  it('show payments, refunds and referrals in the details', async () => {
    const id = await testAdmin.registerAuthor('bert');
    await testAdmin.recordPayment('p-bert', id, 1200);
    await testAdmin.recordRefund('p-bert', id, 200);
    await testAdmin.changeReferral('r-bert', id, 'pending');
    expect((await testAdmin.service.call(getAdminUser, { as, params: { id } })).body).toMatchObject({
      referrals: { pending: 1 },
      payments: [{ paymentId: 'p-bert', amount: 1200, refunded: 200, currency: 'gbp' }],
    });
    expect((await testAdmin.service.call(getAnalytics, { as })).body).toMatchObject({
      monthlyRevenue: 10,
      totalReferrals: 1,
      pendingCredits: 2,
      creditsPaid: 0,
    });
    await testAdmin.changeReferral('r-bert', id, 'processed', 2);
    expect((await testAdmin.service.call(getAnalytics, { as })).body).toMatchObject({
      totalReferrals: 1,
      pendingCredits: 0,
      creditsPaid: 2,
    });
  });

  it('are searched, sorted, filtered and paged on the server', async () => {
    for (const name of ['page-c', 'page-a', 'page-b'])
      await testAdmin.registerAuthor(name, name === 'page-b' ? { plan: 'pro_oneoff' } : {});
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

  it('sum AI usage by user, book, model and day', async () => {
    const id = await testAdmin.registerAuthor('carl', { books: 1, calls: [{ cost: 9.5, tokens: 90 }] });
    const by = async (name: 'user' | 'book' | 'model' | 'day') =>
      (await testAdmin.service.call(getAdminAiUsage, { as, query: { by: name, sort: '-cost' } }))
        .body as unknown as Json[];
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
    expect((await testAdmin.service.call(getAdminAiUsage, { as, query: { month: '2020-01' } })).body).toEqual([]);
    await testAdmin.registerAuthor('abel', { calls: [{ cost: 0.5, tokens: 5 }] });
    const names = (
      (await testAdmin.service.call(getAdminAiUsage, { as, query: { by: 'user', sort: 'label' } })).body as unknown as {
        label: string;
      }[]
    ).map(({ label }) => label);
    expect([names[0], names]).toEqual(['abel@example.com', names.toSorted()]);
  });

  it('page the summed usage', async () => {
    const all = (await testAdmin.service.call(getAdminAiUsage, { as, query: { by: 'user', sort: 'key' } }))
      .body as unknown as Json[];
    const keys: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page: Answer<Json> = await testAdmin.service.call(getAdminAiUsage, {
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

  it('show the newest name and address of a user, at the user’s stories too', async () => {
    const id = await testAdmin.registerAuthor('ines');
    await testAdmin.changeStory('s-ines', id, 'A long life');
    await testAdmin.changeNames(id, { firstName: 'ines', lastName: 'second', email: 'second@example.com' }, 2);
    await testAdmin.changeNames(id, { firstName: 'ines', lastName: 'first', email: 'first@example.com' }, 1);
    const details = (await testAdmin.service.call(getAdminUser, { as, params: { id } })).body;
    expect(details).toMatchObject({ firstName: 'ines', lastName: 'second', email: 'second@example.com' });
    expect(idsOf((await users({ q: 'second@' })).body)).toEqual([id]);
    expect([...idsOf((await users({ q: 'ines@' })).body), ...idsOf((await users({ q: 'first@' })).body)]).toEqual([]);
    const stories = await testAdmin.service.call(listAdminStories, { as, query: { q: 'second@' } });
    expect(idsOf(stories.body)).toEqual(['s-ines']);
  });

  it('show the changed name of a user whose registration arrives later', async () => {
    const id = testUser().userId;
    await testAdmin.changeNames(id, { firstName: 'jules', email: 'jules-new@example.com' });
    expect(idsOf((await users({ q: 'jules' })).body)).toEqual([]);
    await testAdmin.publish(userRegistered, id, testRegistration(id, { firstName: 'jo', email: 'jo@example.com' }));
    expect((await users({ q: 'jules' })).body).toMatchObject([
      { id, firstName: 'jules', email: 'jules-new@example.com' },
    ]);
  });

  it('stay the same when all events are redelivered in another order', async () => {
    await testAdmin.changeStory('s-twice', await testAdmin.registerAuthor('dora'), 'A title');
    const before = await readAll();
    await testAdmin.republish();
    expect(await readAll()).toBe(before);
  });

  it('ignore states older than the stored one', async () => {
    const id = await testAdmin.registerAuthor('emil', { credits: 5 });
    await testAdmin.setCredits(id, 9, 1);
    expect(((await users({ q: 'emil' })).body as unknown as Json[])[0]).toMatchObject({ referralCredits: 5 });
  });

  it('return 404 only for users whom auth does not know', async () => {
    expect((await testAdmin.service.call(getAdminUser, { as, params: { id: 'nobody' } })).status).toBe(404);
    testAdmin.knownUserIds.add('registration-pending');
    expect((await testAdmin.service.call(getAdminUser, { as, params: { id: 'registration-pending' } })).status).toBe(
      503,
    );
  });

  it('count from the start of the month or the last reset of the counters', async () => {
    const id = await testAdmin.registerAuthor('fay', { calls: [{ cost: 1, tokens: 10 }] });
    await testAdmin.resetAiUsage(id);
    expect(((await users({ q: 'fay' })).body as unknown as Json[])[0]).toMatchObject({
      openaiCostThisMonth: 0,
      openaiRequestsThisMonth: 0,
      openaiTokensUsed: 10,
    });
    await testAdmin.finishAiCall(id, { cost: 0.5, tokens: 5 });
    expect(((await users({ q: 'fay' })).body as unknown as Json[])[0]).toMatchObject({
      openaiCostThisMonth: 0.5,
      openaiRequestsThisMonth: 1,
      openaiTokensUsed: 15,
    });
  });

  it('hide erased users and show users in their restore period as deleted', async () => {
    const id = await testAdmin.registerAuthor('gwen');
    const remove = async (stage: 'grace' | 'restored' | 'erased', seq: number) =>
      await testAdmin.publish(userRemoved, id, { userId: id, stage }, seq);
    await remove('grace', 1);
    expect(((await users({ q: 'gwen' })).body as unknown as Json[])[0]?.['deletedAt']).toEqual(expect.any(String));
    await remove('restored', 2);
    expect(((await users({ q: 'gwen' })).body as unknown as Json[])[0]?.['deletedAt']).toBeNull();
    await remove('erased', 3);
    expect(idsOf((await users({ q: 'gwen' })).body)).toEqual([]);
  });

  it('do not list stories of erased users, even after a late event', async () => {
    const id = await testAdmin.registerAuthor('hugo');
    await testAdmin.changeStory('s-hugo', id, 'A short life');
    const storyIds = async () => idsOf((await testAdmin.service.call(listAdminStories, { as })).body);
    expect(await storyIds()).toContain('s-hugo');
    await testAdmin.publish(userRemoved, id, { userId: id, stage: 'erased' });
    await testAdmin.setCredits(id, 1, 1);
    expect(await storyIds()).not.toContain('s-hugo');
  });

  it('store no names and titles of erased users from late events', async () => {
    const id = testUser().userId;
    await testAdmin.publish(userRemoved, id, { userId: id, stage: 'erased' });
    await testAdmin.publish(
      userRegistered,
      id,
      testRegistration(id, { email: 'late-kim@example.com', firstName: 'late-kim' }),
    );
    await testAdmin.changeNames(id, { firstName: 'late-kim', lastName: 'late-kim' });
    await testAdmin.changeStory('s-late', id, 'The life of late-kim');
    expect(
      JSON.stringify(
        await Promise.all(
          ['users', 'stories'].map((name) => testAdmin.rows(name).find({}, { hint: '_id_' }).toArray()),
        ),
      ),
    ).not.toContain('late-kim');
    expect((await testAdmin.rows('stories').findOne({ _id: 's-late' }))?.['data']).toMatchObject({
      userId: id,
      title: '',
    });
  });

  it('return the last twelve months', async () => {
    const readMonths = async () =>
      (await testAdmin.service.call(getAnalyticsHistory, { as })).body as unknown as Json[];
    const monthStart = (monthsBack: number) =>
      new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - monthsBack, 1));
    const before = await readMonths();
    expect(before.map(({ month }) => month)).toEqual(
      Array.from({ length: 12 }, (_, index) =>
        monthStart(11 - index)
          .toISOString()
          .slice(0, 7),
      ),
    );
    const inMonth = (monthsBack: number) => new Date(monthStart(monthsBack).getTime() + 86_400_000);
    const id = testUser().userId;
    await testAdmin.publish(
      userRegistered,
      id,
      testRegistration(id, { firstName: 'hal', createdAt: inMonth(5).toISOString() }),
    );
    await testAdmin.recordPayment('p-hal', id, 2000, inMonth(4));
    await testAdmin.publish(bookCreated, 'b-hal', {
      bookId: 'b-hal',
      userId: id,
      genre: 'general',
      createdAt: inMonth(3).toISOString(),
    });
    await testAdmin.recordRefund('p-hal', id, 2000);
    const after = await readMonths();
    const change = (name: string) =>
      after.map((figures, index) => Number(figures[name]) - Number(before[index]?.[name]));
    expect(change('totalUsers')).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    expect(change('newUsersThisMonth')).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
    expect(change('monthlyRevenue')).toEqual([0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0, -20]);
    expect(change('totalBooks')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    expect(change('booksThisMonth')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
    expect((await testAdmin.service.call(getAnalytics, { as })).body).toEqual({ ...after.at(-1), month: undefined });
  });

  it('are accessible to admins only', async () => {
    for (const route of [
      listAdminUsers,
      getAnalytics,
      getAnalyticsHistory,
      listAdminStories,
      getAdminAiUsage,
      listAudit,
    ]) {
      for (const caller of [undefined, testUser(), { role: 'service', service: 'books' } as const])
        expect([route.id, (await testAdmin.service.call(route, caller ? { as: caller } : {})).status]).toEqual([
          route.id,
          401,
        ]);
    }
  });

  it('keep only the bare id of an erased user', async () => {
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
      await checkErasure(testAdmin.service, {
        seed: (person) => testAdmin.publishEverythingOf(person),
        keepUserId,
        withoutUserData,
      }),
    ).toEqual({ unseeded: [], remaining: [], lost: [] });
    expect(
      JSON.stringify(
        await Promise.all(keepUserId.map((name) => testAdmin.rows(name).find({}, { hint: '_id_' }).toArray())),
      ),
    ).not.toContain('gwen');
  });

  it('start a new month by business time', async () => {
    const id = await testAdmin.registerAuthor('ivy', {
      plan: 'pro_monthly',
      books: 1,
      calls: [{ cost: 2, tokens: 20 }],
    });
    const readUser = async () => ((await users({ q: 'ivy' })).body as unknown as Json[])[0];
    const readFigures = async () => (await testAdmin.service.call(getAnalytics, { as })).body;
    expect(await readUser()).toMatchObject({ plan: 'pro_monthly', bookCountThisMonth: 1, openaiRequestsThisMonth: 1 });
    const before = await readFigures();
    await testAdmin.publish(sandboxClockMoved, 'clock', { offsetMs: 40 * 86_400_000 });
    expect(await readUser()).toMatchObject({
      plan: 'free',
      bookCount: 1,
      bookCountThisMonth: 0,
      openaiCostThisMonth: 0,
      openaiRequestsThisMonth: 0,
      openaiTokensUsed: 20,
    });
    expect(await readFigures()).toMatchObject({
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
