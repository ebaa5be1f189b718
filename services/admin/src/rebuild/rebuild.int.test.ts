import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getAnalytics, getAnalyticsHistory } from '@inkbear/contracts/admin/analytics';
import { listAdminUsers } from '@inkbear/contracts/admin/users';
import { listAudit } from '@inkbear/contracts/admin/audit';
import { listAdminStories } from '@inkbear/contracts/admin/stories';
import {
  authAdminAction,
  bookCreated,
  creditBalanceChanged,
  paymentSucceeded,
  storyChanged,
} from '@inkbear/contracts/events';
import { outboxRoutes } from '@inkbear/contracts/outbox';
import type { Identity } from '@inkbear/service-kit/identity';
import { parseInput } from '@inkbear/service-kit/operation';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { recomputeRemovals } from '../migrations/0004-recompute-removals.ts';
import { dataPart } from '../migrations/0005-data.ts';
import { projectedCollections } from '../projections/index.ts';
import { TestAdmin } from '../testing/test-admin.ts';
import { rebuildOperation } from './rebuild-command.ts';
import { RebuildRepository } from './rebuild.repository.ts';

const as = { role: 'admin', sid: 'a-session' } as const;

describe('projection rebuild', () => {
  const testAdmin = new TestAdmin();
  let ada: string;
  const readAll = async () =>
    JSON.stringify(
      await Promise.all(
        [listAdminUsers, getAnalyticsHistory, listAudit, listAdminStories].map(
          async (route) => (await testAdmin.service.call(route, { as })).body,
        ),
      ),
    );
  const runCommand = async (waitMs: number, ...args: string[]) => {
    const operation = rebuildOperation(waitMs);
    return await operation.run(testAdmin.service.platform.connection, parseInput(operation, args));
  };
  const rebuild = async () => await runCommand(60_000);
  const modify = async (name: string, id: string, change: Record<string, unknown>) =>
    void (await testAdmin.rows(name).updateOne({ _id: id }, { $set: change }));

  beforeAll(async () => {
    await testAdmin.start();
    ada = await testAdmin.registerAuthor('ada', {
      plan: 'pro_monthly',
      books: 3,
      trashed: 1,
      credits: 4,
      calls: [
        { cost: 0.25, tokens: 100 },
        { cost: 0.5, tokens: 200 },
      ],
    });
    await testAdmin.changePlan(ada, 'pro_oneoff', 2);
    await testAdmin.changeNames(ada, { firstName: 'ada', lastName: 'Lovelace', email: 'ada@example.org' });
    const bert = await testAdmin.registerAuthor('bert', { plan: 'pro_monthly', books: 1 });
    await testAdmin.recordPayment('p1', ada, 2000);
    await testAdmin.recordRefund('p1', ada, 500);
    await testAdmin.changeReferral('r1', ada, 'processed', 2);
    await testAdmin.changeStory('s1', bert, 'A life');
    await testAdmin.publish(authAdminAction, 'a1', {
      actionId: 'a1',
      at: new Date().toISOString(),
      actor: 'admin:x',
      action: 'password.reset',
      target: ada,
      before: null,
      after: null,
    });
  });
  afterAll(async () => await testAdmin.stop());
  beforeEach(async () => await rebuild());

  it('reports unchanged figures', async () => {
    const before = await readAll();
    expect((await rebuild()).at(-1)).toBe('All figures of the last twelve months are unchanged.');
    expect(await readAll()).toBe(before);
  });

  it('changes nothing in a dry run, and says when the last rebuild ended', async () => {
    const rebuilds = new RebuildRepository(testAdmin.service.platform.connection);
    const last = await rebuilds.find();
    expect(await runCommand(0, '--dry-run')).toEqual([
      `The last rebuild ended at ${last?.endedAt?.toISOString()}.`,
      'A rebuild would be requested.',
    ]);
    expect(await rebuilds.find()).toEqual(last);
  });

  it('repairs rows that were modified, deleted or inserted by hand', async () => {
    const before = await readAll();
    await modify('users', ada, {
      'registered.email': 'wrong',
      'registered.seq': 999,
      'changed.email': 'wrong',
      'changed.seq': 999,
      'credits.balance': 77,
      list: { email: 'wrong' },
    });
    await modify('payments', 'p1', { 'data.amount': 1 });
    await modify('referrals', 'r1', { 'data.seq': 50, 'data.status': 'cancelled' });
    await testAdmin.rows('books').deleteMany({ 'created.userId': ada });
    await testAdmin.rows('payments').insertOne({
      _id: 'made-up',
      data: { userId: ada, amount: 999_900, month: new Date().toISOString().slice(0, 7), seq: 1 },
      touched: { data: new Date() },
    });
    await modify('stories', 's1', { invented: { title: 'from no event' } });
    expect(await readAll()).not.toBe(before);
    const lines = await rebuild();
    expect(lines.some((line) => /monthlyRevenue: \S+ before, 15 now/.test(line))).toBe(true);
    expect(await readAll()).toBe(before);
    expect(await testAdmin.rows('payments').findOne({ _id: 'made-up' })).toBeNull();
    expect(await testAdmin.rows('stories').findOne({ _id: 's1' })).not.toHaveProperty('invented');
  });

  it('restores all projections when they are empty', async () => {
    const before = await readAll();
    for (const name of projectedCollections) await testAdmin.rows(name).deleteMany({ _id: { $gt: '' } });
    await rebuild();
    expect(await readAll()).toBe(before);
  });

  it('starts automatically after an upgrade to a release that stores more data', async () => {
    const before = await readAll();
    await modify('payments', 'p1', { 'data.amount': 1 });
    const { connection } = testAdmin.service.platform;
    await recomputeRemovals.up(connection);
    while ((await new RebuildRepository(connection).find())?.isOutdated)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await readAll()).toBe(before);
  });

  it('runs after a rolling upgrade, so that events that the previous release projected under an old name also count', async () => {
    const before = await readAll();
    const { connection } = testAdmin.service.platform;
    const renamed = ['plan_changes', 'stories', 'ai_calls', 'payments', 'refunds', 'referrals', 'audit', 'clock_moves'];
    for (const name of renamed)
      await testAdmin.rows(name).updateMany({ _id: { $gt: '' } }, { $unset: { data: '', 'touched.data': '' } });
    expect(await readAll()).not.toBe(before);
    for (let times = 0; times < 2; times += 1) await dataPart.up(connection);
    expect(await readAll()).toBe(before);

    // A process of the previous release handles two events, and one of them is redelivered to this release.
    const payment = await testAdmin.rows('payments').findOne({ _id: 'p1' });
    const told = { ...(payment?.['told'] as object), amount: 3000 };
    await testAdmin.rows('payments').insertOne({ _id: 'p2', told, touched: { told: new Date() } });
    const story = await testAdmin.rows('stories').findOne({ _id: 's1' });
    const newer = { ...(story?.['told'] as { userId: string }), title: 'A longer life', seq: 3 };
    await modify('stories', 's1', { told: newer, 'touched.told': new Date() });
    testAdmin.addToOutbox(paymentSucceeded, 'p2', {
      paymentId: 'p2',
      userId: ada,
      plan: 'pro_monthly',
      subscriptionId: 's',
      amount: 3000,
      currency: 'gbp',
      cardFingerprint: null,
    });
    await testAdmin.changeStory('s1', newer.userId, 'A shorter life', 'live', 2);
    expect((await testAdmin.rows('stories').findOne({ _id: 's1' }))?.['told']).toMatchObject({
      title: 'A longer life',
    });
    testAdmin.addToOutbox(
      storyChanged,
      's1',
      {
        storyId: 's1',
        userId: newer.userId,
        title: 'A longer life',
        storyType: 'family-legacy',
        wordCount: 12,
        isComplete: false,
        createdAt: new Date().toISOString(),
        stage: 'live',
      },
      3,
    );

    const rebuilds = new RebuildRepository(connection);
    const minutes = (((await rebuilds.find())?.rebuildAfter?.getTime() ?? 0) - Date.now()) / 60_000;
    expect([Math.round(minutes), await rebuilds.findRequest()]).toEqual([60, null]);
    await testAdmin.rows('rebuilds').updateOne({ _id: 'latest' }, { $set: { rebuildAfter: new Date(0) } });
    await eventually(
      () => rebuilds.find(),
      (row) => row?.rebuildAfter === undefined,
    );
    const [titles, revenue] = await Promise.all([
      testAdmin.service.call(listAdminStories, { as }),
      testAdmin.service.call(getAnalytics, { as }),
    ]);
    expect((titles.body as unknown as { title: string }[]).map(({ title }) => title)).toEqual(['A longer life']);
    expect(revenue.body).toMatchObject({ monthlyRevenue: 45 });
  });

  it('neither loses nor reverts events that arrive meanwhile', async () => {
    const countBefore = testAdmin.published.length;
    const running = rebuild();
    for (let seq = 10; seq < 40; seq += 1) {
      await testAdmin.publish(creditBalanceChanged, ada, { userId: ada, balance: seq }, seq);
      await testAdmin.publish(bookCreated, `late-${seq}`, {
        bookId: `late-${seq}`,
        userId: ada,
        genre: 'general',
        createdAt: new Date().toISOString(),
      });
    }
    await running;
    expect(testAdmin.published.length).toBe(countBefore + 60);
    const row = async () =>
      (
        (await testAdmin.service.call(listAdminUsers, { as, query: { q: 'ada@' } })).body as unknown as Record<
          string,
          unknown
        >[]
      )[0];
    expect(await row()).toMatchObject({ bookCount: 32, referralCredits: 39 });
    const before = await readAll();
    await rebuild();
    expect(await readAll()).toBe(before);
  });

  it('removes nothing before every service has responded', async () => {
    const before = await readAll();
    testAdmin.unavailablePeer = 'referrals';
    const lines = await runCommand(2500);
    expect(lines[0]).toContain('has not finished yet');
    expect(await readAll()).toBe(before);
    testAdmin.unavailablePeer = null;
  });

  it('reads outboxes, which no other service may access', async () => {
    const statusFor = async (caller: { as?: Identity }) =>
      (await testAdmin.service.call(outboxRoutes.admin, caller)).status;
    expect(await statusFor({ as: { role: 'service', service: 'admin' } })).toBe(200);
    for (const service of ['books', 'auth', 'gateway'] as const)
      expect([service, await statusFor({ as: { role: 'service', service } })]).toEqual([service, 403]);
    expect([await statusFor({ as: testUser() }), await statusFor({ as }), await statusFor({})]).toEqual([
      404, 404, 404,
    ]);
  });
});
