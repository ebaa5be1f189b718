import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Author } from '../src/author.ts';
import { createAuthor } from '../src/create-author.ts';
import { accountPages } from '../src/page-map/account-pages.ts';
import { type Audience, audiences } from '../src/page-map/page-row.ts';
import { publicPages } from '../src/page-map/public-pages.ts';
import { PageChecker } from '../src/page-map/page-checker.ts';
import { SandboxAdmin } from '../src/sandbox-admin.ts';
import { TestApp } from '../src/test-app.ts';

const rows = [...publicPages, ...accountPages];
const plans = { free: 'free', monthly: 'pro_monthly', 'one-off': 'pro_oneoff' } as const;

describe('page content', () => {
  // Needs its own stack: the clock moves past the 30 days of a one-off plan.
  const app = TestApp.own();
  const followed = new Set<string>();
  let lapsed: Author;

  beforeAll(async () => {
    lapsed = await createAuthor(app.stack.url, 'pro_oneoff');
    await (await SandboxAdmin.signIn(app.stack)).advanceDays(31);
    while ((await lapsed.call('GET', '/api/user/plan-status')).body['isActive'] === true)
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
  });

  const openFor = async (audience: Audience) => {
    if (audience === 'visitor') return await app.openPage();
    return await app.openAs(audience === 'lapsed' ? lapsed : await createAuthor(app.stack.url, plans[audience]));
  };

  describe.each(audiences)('for audience %s', (kind) => {
    let checker: PageChecker;
    beforeAll(async () => void (checker = new PageChecker((await openFor(kind)).page)));

    it.each(rows.filter((row) => row.audience === kind).map((row) => [row.address, row] as const))(
      '%s',
      async (_address, row) => {
        expect(await checker.check(row)).toEqual([]);
      },
    );

    it('has no broken internal links', async () => {
      const links = [...checker.links].filter((link) => !followed.has(link));
      const brokenLinks: string[] = [];
      for (const link of links) brokenLinks.push(...(await checker.follow(link)));
      for (const link of links) followed.add(link);
      expect([brokenLinks, checker.links.size > 10]).toEqual([[], true]);
    });
  });
});
