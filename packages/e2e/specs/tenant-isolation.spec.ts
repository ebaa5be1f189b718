import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from '@inkbear/contracts/route';
import { publicRoutes, routes } from '@inkbear/contracts/routes';
import { signInAdmin } from '../src/sign-in-admin.ts';
import { type Actor, callService, createActors } from '../src/attacks/actors.ts';
import {
  type OwnedResources,
  createOwnedResources,
  ownerSnapshot,
  pathWithIds,
} from '../src/attacks/owned-resources.ts';
import { marker } from '../src/attacks/fuzz.ts';
import { tenantIsolation } from '../src/attacks/tenant-isolation.ts';
import { Author } from '../src/author.ts';
import { type AppStack, startAppStack } from '../src/app-stack.ts';

type ReplyBody = Readonly<Record<string, unknown>>;
/** Whether the route admits this actor to its handler. */
const isAdmitted = ({ access }: Route, { credential, isAdminUser }: Actor): boolean => {
  if (access === 'user') return credential === 'user';
  if (access === 'admin') return credential === 'admin';
  if (access === 'admin-user') return credential === 'admin' || isAdminUser;
  return access !== 'service';
};
const refusals = [401, 403];
/**
 * The gateway checks the rate limit of the address before the session, so its 429 also counts as a refusal. A service
 * must refuse by itself.
 */
const rateLimited = 429;
/** These end a session or move the clock for every user; other tests cover them. */
const excludedRoutes = new Set(['adminLogout', 'advanceSandboxClock']);

describe('tenant isolation', () => {
  let stack: AppStack;
  let owner: Author;
  let actors: readonly Actor[];
  let resources: OwnedResources;
  /** The owner's data after the last attack. */
  let snapshot: unknown;
  const missingIds = () => Object.fromEntries(Object.keys(resources).map((name) => [name, 'missing']));
  const requestOf = (route: Route, ids: OwnedResources) => ({
    address: pathWithIds(route, ids),
    body: route.method === 'GET' ? undefined : (tenantIsolation[route.id]?.body?.(ids) ?? {}),
    headers: route.ifMatch ? { 'if-match': '"1"' } : {},
  });

  /** Compares the owner's data with those after the last attack. Takes long, because it exceeds the owner's rate limit. */
  const expectNoChange = async () => {
    const before = snapshot;
    snapshot = await ownerSnapshot(owner, resources);
    expect(snapshot).toEqual(before);
  };

  beforeAll(async () => {
    stack = await startAppStack({ seed: false });
    actors = await createActors(stack, await signInAdmin(stack));
    owner = await Author.register(stack.url);
    resources = await createOwnedResources(stack, owner);
    snapshot = await ownerSnapshot(owner, resources);
  });
  afterAll(async () => await stack.remove());

  it('has exactly one expectation for every route that an author can call', () => {
    expect(Object.keys(tenantIsolation).toSorted()).toEqual(
      publicRoutes
        .filter(({ access }) => access !== 'admin')
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it('the owner can read every resource that the attacks address', async () => {
    const readable = publicRoutes.filter(
      ({ id, method }) => method === 'GET' && tenantIsolation[id]?.stranger === 'hidden',
    );
    const answers = await Promise.all(
      readable.map(async (route) => [route.id, (await owner.call('GET', pathWithIds(route, resources))).status]),
    );
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
    expect(readable.length).toBeGreaterThan(6);
  });

  const cases = publicRoutes
    .filter(({ id }) => tenantIsolation[id]?.stranger !== 'excluded' && !excludedRoutes.has(id))
    .map((route) => [route.id, route] as const);
  it.each(cases)('%s refuses all eight actors, through the gateway and at the service', async (id, route) => {
    const problems: string[] = [];
    for (const actor of actors) {
      const { address, body, headers } = requestOf(route, resources);
      const viaGateway = await actor.call(route.method, address, body, headers);
      const direct = await callService(stack, actor)(route.owner, route.method, address, body, headers);
      const note = (what: string) =>
        problems.push(`${actor.name}: ${what} (${viaGateway.status}, at the service ${direct.status})`);
      if (JSON.stringify(viaGateway.body).includes(marker) || direct.text.includes(marker))
        note('saw the owner’s text');
      if (!isAdmitted(route, actor)) {
        if (![...refusals, rateLimited].includes(viaGateway.status)) note('was admitted');
        if (!refusals.includes(direct.status)) note('was admitted by the service');
      } else if (tenantIsolation[id]?.stranger === 'hidden') {
        const missingReply = await actor.call(
          route.method,
          requestOf(route, missingIds()).address,
          requestOf(route, missingIds()).body,
          headers,
        );
        const summary = ({ status, body: answer }: { status: number; body: ReplyBody }) =>
          `${status} ${String(answer['code'])}`;
        if (summary(viaGateway) !== summary(missingReply))
          note(`got another reply than for a missing resource: ${summary(viaGateway)}, ${summary(missingReply)}`);
        if (
          viaGateway.status !== 404 &&
          viaGateway.body['code'] !== 'plan.required' &&
          viaGateway.body['code'] !== 'plan.read_only'
        )
          note(`got ${summary(viaGateway)}`);
      }
    }
    expect(problems).toEqual([]);
    if (route.method !== 'GET') await expectNoChange();
  });

  it('no GET changes anything of the owner', () => expectNoChange());

  it('internal routes are closed to all eight actors', async () => {
    const internal = routes.filter(({ access }) => access === 'service');
    const wrong: string[] = [];
    for (const route of internal) {
      for (const actor of actors) {
        const through = await actor.call(route.method, pathWithIds(route, resources));
        const direct = await callService(stack, actor)(route.owner, route.method, pathWithIds(route, resources));
        if (through.status !== 404 || direct.status !== 404 || direct.text.includes(marker))
          wrong.push(`${route.id}, ${actor.name}: ${through.status}, at the service ${direct.status}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
