import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Author } from '../src/author.ts';
import { newAuthor } from '../src/new-author.ts';
import { ownPages } from '../src/page-map/own-pages.ts';
import { type Kind, kinds } from '../src/page-map/page-row.ts';
import { publicPages } from '../src/page-map/public-pages.ts';
import { Walker } from '../src/page-map/walker.ts';
import { Till } from '../src/till.ts';
import { Visit } from '../src/visit.ts';

const rows = [...publicPages, ...ownPages];
const plans = { free: 'free', monthly: 'pro_monthly', 'one-off': 'pro_oneoff' } as const;

describe('every page', () => {
  // The clock moves: the days of a one-off have to pass.
  const visit = Visit.ownHouse();
  const followed = new Set<string>();
  let lapsed: Author;

  beforeAll(async () => {
    lapsed = await newAuthor(visit.house.url, 'pro_oneoff');
    await (await Till.open(visit.house)).passDays(31);
    while ((await lapsed.call('GET', '/api/user/plan-status')).body['isActive'] === true)
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
  }, 60_000);

  const openFor = async (kind: Kind) => {
    if (kind === 'visitor') return await visit.openPage();
    return await visit.openAs(kind === 'lapsed' ? lapsed : await newAuthor(visit.house.url, plans[kind]));
  };

  describe.each(kinds)('for whoever is %s', (kind) => {
    let walker: Walker;
    beforeAll(async () => void (walker = new Walker((await openFor(kind)).page)), 60_000);

    it.each(rows.filter((row) => row.kind === kind).map((row) => [row.address, row] as const))(
      '%s',
      async (_address, row) => {
        expect(await walker.visit(row)).toEqual([]);
      },
      60_000,
    );

    it('leads to nothing that is not there', async () => {
      const links = [...walker.links].filter((link) => !followed.has(link));
      const found: string[] = [];
      for (const link of links) found.push(...(await walker.follow(link)));
      for (const link of links) followed.add(link);
      expect([found, walker.links.size > 10]).toEqual([[], true]);
    }, 120_000);
  });
});
