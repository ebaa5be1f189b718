import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from '@inkbear/contracts/route';
import { publicRoutes } from '@inkbear/contracts/routes';
import type { ServiceName } from '@inkbear/contracts/services';
import { type OwnedResources, pathWithIds } from './attacks/owned-resources.ts';
import type { Author } from './author.ts';
import { callRoute, type RouteOutcome } from './call-route.ts';

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

/** Calls all routes at once, again at each of these times in milliseconds; returns the outcomes of each round. */
export async function callInRounds(
  routes: readonly Route[],
  { author, resources, headers }: OutageCaller,
  roundsAtMs: readonly number[],
): Promise<RouteOutcome[][]> {
  return await Promise.all(
    roundsAtMs.map(async (startMs) => {
      await sleep(startMs);
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
