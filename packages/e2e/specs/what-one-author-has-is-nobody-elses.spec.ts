import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from '@inkbear/contracts/route';
import { publicRoutes, routes } from '@inkbear/contracts/routes';
import { type Actor, callService, hireActors } from '../src/attacks/actors.ts';
import { type Belongings, makeBelongings, ownersView, pathTo } from '../src/attacks/belongings.ts';
import { marker } from '../src/attacks/fuzz.ts';
import { tenantWall } from '../src/attacks/tenant-wall.ts';
import { Author } from '../src/author.ts';
import { type House, openHouse } from '../src/house.ts';

type Said = Readonly<Record<string, unknown>>;
/** Whether this one may come as far as the handler; what the handler then says is another matter. */
const mayEnter = ({ access }: Route, { standing, isAdminUser }: Actor): boolean => {
  if (access === 'user') return standing === 'user';
  if (access === 'admin') return standing === 'admin';
  if (access === 'admin-user') return standing === 'admin' || isAdminUser;
  return access !== 'service';
};
const refusals = [401, 403];
/**
 * The gateway turns an address away that has asked too often before it looks at who asks; what the service says then
 * counts.
 */
const tooMany = 429;
/** They end a session or move the clock for everybody, and are tried by tests of their own. */
const endsOrMoves = new Set(['adminLogout', 'advanceSandboxClock']);

describe('what one author has is nobody else’s', () => {
  let house: House;
  let owner: Author;
  let actors: readonly Actor[];
  let own: Belongings;
  /** What the owner had after the last attack. */
  let view: unknown;
  const missing = () => Object.fromEntries(Object.keys(own).map((name) => [name, 'missing']));
  const requestOf = (route: Route, ids: Belongings) => ({
    address: pathTo(route, ids),
    body: route.method === 'GET' ? undefined : (tenantWall[route.id]?.body?.(ids) ?? {}),
    headers: route.ifMatch ? { 'if-match': '"1"' } : {},
  });

  beforeAll(async () => {
    house = await openHouse({ seed: false });
    const login = await new Author(house.url).call('POST', '/api/admin/login', { password: house.demo.adminPassword });
    actors = await hireActors(house, String(login.body['token']));
    owner = await Author.register(house.url);
    own = await makeBelongings(house, owner);
    view = await ownersView(owner, own);
  }, 240_000);
  afterAll(async () => await house.leave(), 60_000);

  it('has an expectation for every route that an author can call, and none too many', () => {
    expect(Object.keys(tenantWall).toSorted()).toEqual(
      publicRoutes
        .filter(({ access }) => access !== 'admin')
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it('is what the attacks below really aim at: the owner finds it there', async () => {
    const readable = publicRoutes.filter(({ id, method }) => method === 'GET' && tenantWall[id]?.stranger === 'hidden');
    const answers = await Promise.all(
      readable.map(async (route) => [route.id, (await owner.call('GET', pathTo(route, own))).status]),
    );
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
    expect(readable.length).toBeGreaterThan(6);
  });

  const cases = publicRoutes
    .filter(({ id }) => tenantWall[id]?.stranger !== 'own' && !endsOrMoves.has(id))
    .map((route) => [route.id, route] as const);
  it.each(cases)(
    '%s keeps all eight out, through the gateway and at the service',
    async (id, route) => {
      const wrong: string[] = [];
      for (const actor of actors) {
        const { address, body, headers } = requestOf(route, own);
        const through = await actor.call(route.method, address, body, headers);
        const direct = await callService(house, actor)(route.owner, route.method, address, body, headers);
        const note = (what: string) =>
          wrong.push(`${actor.name}: ${what} (${through.status}, at the service ${direct.status})`);
        if (JSON.stringify(through.body).includes(marker) || direct.text.includes(marker))
          note('saw the owner’s words');
        if (!mayEnter(route, actor)) {
          if (![...refusals, tooMany].includes(through.status)) note('was let in');
          if (!refusals.includes(direct.status)) note('was let in past the gateway');
        } else if (tenantWall[id]?.stranger === 'hidden') {
          const nothing = await actor.call(
            route.method,
            requestOf(route, missing()).address,
            requestOf(route, missing()).body,
            headers,
          );
          const said = ({ status, body: answer }: { status: number; body: Said }) =>
            `${status} ${String(answer['code'])}`;
          if (said(through) !== said(nothing))
            note(`can tell it from a missing thing: ${said(through)}, ${said(nothing)}`);
          if (
            through.status !== 404 &&
            through.body['code'] !== 'plan.required' &&
            through.body['code'] !== 'plan.read_only'
          )
            note(`was answered ${said(through)}`);
        }
      }
      expect(wrong).toEqual([]);
      const before = view;
      view = await ownersView(owner, own);
      expect(view).toEqual(before);
    },
    60_000,
  );

  it('is asked for between services by services alone', async () => {
    const internal = routes.filter(({ access }) => access === 'service');
    const wrong: string[] = [];
    for (const route of internal) {
      for (const actor of actors) {
        const through = await actor.call(route.method, pathTo(route, own));
        const direct = await callService(house, actor)(route.owner, route.method, pathTo(route, own));
        if (through.status !== 404 || direct.status !== 404 || direct.text.includes(marker))
          wrong.push(`${route.id}, ${actor.name}: ${through.status}, at the service ${direct.status}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
