import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getAnalyticsHistory } from '@inkbear/contracts/admin/analytics';
import { listAdminUsers } from '@inkbear/contracts/admin/users';
import { listAudit } from '@inkbear/contracts/admin/audit';
import { listAdminStories } from '@inkbear/contracts/admin/stories';
import { authAdminAction, bookCreated, creditBalanceChanged } from '@inkbear/contracts/events';
import { outboxRoutes } from '@inkbear/contracts/outbox';
import type { Identity } from '@inkbear/service-kit/identity';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { firstLeavings } from '../migrations/0004-first-leavings.ts';
import { projectedCollections } from '../projections/index.ts';
import { AdminHouse } from '../testing/admin-house.ts';
import { commandRebuild } from './command-rebuild.ts';
import { Rebuilds } from './rebuild.repository.ts';

const as = { role: 'admin', sid: 'a-session' } as const;

describe('a rebuild of the projections', () => {
  const house = new AdminHouse();
  let ada: string;
  const seen = async () =>
    JSON.stringify(
      await Promise.all(
        [listAdminUsers, getAnalyticsHistory, listAudit, listAdminStories].map(
          async (route) => (await house.service.call(route, { as })).body,
        ),
      ),
    );
  const rebuild = async () => await commandRebuild(60_000)(house.service.platform.connection, []);
  const spoil = async (name: string, id: string, change: Record<string, unknown>) =>
    void (await house.rows(name).updateOne({ _id: id }, { $set: change }));

  beforeAll(async () => {
    await house.start();
    ada = await house.author('ada', {
      plan: 'pro_monthly',
      books: 3,
      trashed: 1,
      credits: 4,
      calls: [
        { cost: 0.25, tokens: 100 },
        { cost: 0.5, tokens: 200 },
      ],
    });
    await house.plan(ada, 'pro_oneoff', 2);
    const bert = await house.author('bert', { plan: 'pro_monthly', books: 1 });
    await house.pay('p1', ada, 2000);
    await house.refund('p1', ada, 500);
    await house.refer('r1', ada, 'processed', 2);
    await house.story('s1', bert, 'A life');
    await house.tell(authAdminAction, 'a1', {
      actionId: 'a1',
      at: new Date().toISOString(),
      actor: 'admin:x',
      action: 'password.reset',
      target: ada,
      before: null,
      after: null,
    });
  });
  afterAll(async () => await house.stop());
  beforeEach(async () => await rebuild());

  it('gives the same numbers, and says so', async () => {
    const before = await seen();
    expect((await rebuild()).at(-1)).toBe('Every figure of the last twelve months is what it was.');
    expect(await seen()).toBe(before);
  });

  it('mends rows that were spoiled, lost or made up by hand', async () => {
    const before = await seen();
    await spoil('users', ada, {
      'registered.email': 'wrong',
      'registered.seq': 999,
      'credits.balance': 77,
      list: { email: 'wrong' },
    });
    await spoil('payments', 'p1', { 'told.amount': 1 });
    await spoil('referrals', 'r1', { 'told.seq': 50, 'told.status': 'cancelled' });
    await house.rows('books').deleteMany({ 'created.userId': ada });
    await house.rows('payments').insertOne({
      _id: 'made-up',
      told: { userId: ada, amount: 999_900, month: new Date().toISOString().slice(0, 7), seq: 1 },
      touched: { told: new Date() },
    });
    await spoil('stories', 's1', { invented: { title: 'never told' } });
    expect(await seen()).not.toBe(before);
    const lines = await rebuild();
    expect(lines.some((line) => /monthlyRevenue: \S+ before, 15 now/.test(line))).toBe(true);
    expect(await seen()).toBe(before);
    expect(await house.rows('payments').findOne({ _id: 'made-up' })).toBeNull();
    expect(await house.rows('stories').findOne({ _id: 's1' })).not.toHaveProperty('invented');
  });

  it('makes everything again when every projection is gone', async () => {
    const before = await seen();
    for (const name of projectedCollections) await house.rows(name).deleteMany({ _id: { $gt: '' } });
    await rebuild();
    expect(await seen()).toBe(before);
  });

  it('comes by itself with a release that keeps more of what was told', async () => {
    const before = await seen();
    await spoil('payments', 'p1', { 'told.amount': 1 });
    const { connection } = house.service.platform;
    await firstLeavings.up(connection);
    while ((await new Rebuilds(connection).find())?.isOutdated)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await seen()).toBe(before);
  });

  it('loses nothing and takes nothing back while events come in', async () => {
    const told = house.told.length;
    const running = rebuild();
    for (let seq = 10; seq < 40; seq += 1) {
      await house.tell(creditBalanceChanged, ada, { userId: ada, balance: seq }, seq);
      await house.tell(bookCreated, `late-${seq}`, {
        bookId: `late-${seq}`,
        userId: ada,
        genre: 'general',
        createdAt: new Date().toISOString(),
      });
    }
    await running;
    expect(house.told.length).toBe(told + 60);
    const row = async () =>
      (
        (await house.service.call(listAdminUsers, { as, query: { q: 'ada@' } })).body as unknown as Record<
          string,
          unknown
        >[]
      )[0];
    expect(await row()).toMatchObject({ bookCount: 32, referralCredits: 39 });
    const before = await seen();
    await rebuild();
    expect(await seen()).toBe(before);
  });

  it('removes nothing before every service has answered', async () => {
    const before = await seen();
    house.refuses = 'referrals';
    const lines = await commandRebuild(2500)(house.service.platform.connection, []);
    expect(lines[0]).toContain('has not ended yet');
    expect(await seen()).toBe(before);
    house.refuses = null;
  });

  it('reads outboxes that are open to admin alone', async () => {
    const ask = async (who: { as?: Identity }) => (await house.service.call(outboxRoutes.admin, who)).status;
    expect(await ask({ as: { role: 'service', service: 'admin' } })).toBe(200);
    for (const who of ['books', 'auth', 'gateway'] as const)
      expect([who, await ask({ as: { role: 'service', service: who } })]).toEqual([who, 403]);
    expect([await ask({ as: testUser() }), await ask({ as }), await ask({})]).toEqual([404, 404, 404]);
  });
});
