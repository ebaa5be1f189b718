import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from '@inkbear/contracts/route';
import { publicRoutes } from '@inkbear/contracts/routes';
import type { ServiceName } from '@inkbear/contracts/services';
import { createOwnedResources, type OwnedResources, pathWithIds } from './attacks/owned-resources.ts';
import { Author } from './author.ts';
import { callRoute, type RouteOutcome } from './call-route.ts';
import { type AdminSite, signInAdmin } from './sign-in-admin.ts';

/** From the author's request to the reply of the gateway, while MongoDB is unavailable. */
export const maxAnswerMs = 2000;
/** Not called, because they end the caller's account or session if they are executed once MongoDB is back. */
const excludedRoutes = new Set(['deleteUser', 'logout', 'adminLogout']);

/** Who calls the routes, and with what. */
export interface OutageCaller {
  readonly author: Author;
  readonly resources: OwnedResources;
  /** Sent with every request, for the routes of admins. */
  readonly headers: Record<string, string>;
}

/** The routes of these services that are called while MongoDB is unavailable. */
export const listOutageRoutes = (services: readonly ServiceName[]): Route[] =>
  publicRoutes.filter(
    ({ id, owner, bodyKind }) => services.includes(owner) && bodyKind === undefined && !excludedRoutes.has(id),
  );

/** Registers authors with resources of their own. */
export async function createOutageCallers(site: AdminSite, count: number): Promise<OutageCaller[]> {
  const headers = { 'x-admin-token': await signInAdmin(site) };
  const callers: OutageCaller[] = [];
  while (callers.length < count) {
    const author = await Author.register(site.url);
    callers.push({ author, resources: await createOwnedResources(site, author), headers });
  }
  return callers;
}

/**
 * Calls all routes at once, again at each of these times in milliseconds; returns the outcomes of each round.
 * @param callers one for each round, because the rate limit of one author has no room for all of them
 */
export async function callInRounds(
  routes: readonly Route[],
  callers: readonly OutageCaller[],
  roundsAtMs: readonly number[],
): Promise<RouteOutcome[][]> {
  return await Promise.all(
    callers.map(async ({ author, resources, headers }, round) => {
      await sleep(roundsAtMs[round]);
      return await Promise.all(routes.map((route) => callRoute(author, route, pathWithIds(route, resources), headers)));
    }),
  );
}

/** Requests without a reply, and internal errors other than a 503 with Retry-After. */
export const listUnacceptable = (outcomes: readonly RouteOutcome[]): RouteOutcome[] =>
  outcomes.filter(({ status, retryAfter }) => status === 0 || (status >= 500 && !(status === 503 && retryAfter > 0)));

/** The three slowest, as text. */
export const describeSlowest = (outcomes: readonly RouteOutcome[]): string =>
  outcomes
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 3)
    .map(({ id, ms }) => `${id} ${ms} ms`)
    .join(', ');
