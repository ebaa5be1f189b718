import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from '@inkbear/contracts/route';
import { publicRoutes } from '@inkbear/contracts/routes';
import { type ServiceName, serviceNames } from '@inkbear/contracts/services';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { signInAdmin } from '../../src/sign-in-admin.ts';
import { callRoute } from '../../src/call-route.ts';
import { createOwnedResources, pathWithIds } from '../../src/attacks/owned-resources.ts';
import { Author } from '../../src/author.ts';
import { type AppStack, startAppStack } from '../../src/app-stack.ts';

/** The routes of reviews have the default deadline; those of AI and export have minutes. */
const services: readonly ServiceName[] = isDeep ? serviceNames : ['reviews'];
/** The gateway's deadline for routes without `timeoutMs`. */
const usualDeadlineMs = 15_000;
const toleratedMs = 500;
/** Not called: the hung service would execute these when it continues, which would end the account or its session. */
const excludedRoutes = new Set(['deleteUser', 'logout', 'adminLogout']);
/** The client's own timeout, longer than any deadline. */
const clientTimeoutMs = Math.max(...publicRoutes.map(({ timeoutMs = 0 }) => timeoutMs)) + 60_000;

interface Outcome {
  readonly id: string;
  readonly status: number;
  /** Milliseconds beyond the route's deadline. */
  readonly lateMs: number;
}

describe('a hung service', () => {
  let stack: AppStack;
  beforeAll(async () => {
    stack = await startAppStack({ seed: false });
  });
  afterAll(async () => await stack.remove());

  const outcomeOf = async (author: Author, route: Route, path: string, admin: Record<string, string>) => {
    const { ms, ...outcome } = await callRoute(author, route, path, admin);
    return { ...outcome, lateMs: ms - (route.timeoutMs ?? usualDeadlineMs) };
  };

  it.each(services)(
    '%s: every route gets 503 or 504 by its deadline, and works again afterwards',
    async (service) => {
      const { account } = await Author.register(stack.url);
      const author = await Author.signIn(stack.url, account, { timeoutMs: clientTimeoutMs });
      const resources = await createOwnedResources(stack, author);
      const admin = { 'x-admin-token': await signInAdmin(stack) };
      const pid = stack.processes[service]?.pid;
      if (pid === undefined) throw new Error(`${service} does not run.`);
      const testedRoutes = publicRoutes.filter(
        ({ id, owner, bodyKind }) => owner === service && bodyKind === undefined && !excludedRoutes.has(id),
      );
      process.kill(pid, 'SIGSTOP');
      let outcomes: Outcome[];
      try {
        outcomes = await Promise.all(
          testedRoutes.map((route) => outcomeOf(author, route, pathWithIds(route, resources), admin)),
        );
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      const latest = outcomes.toSorted((a, b) => b.lateMs - a.lateMs)[0];
      process.stdout.write(
        `${service}: ${outcomes.length} routes, the latest ${latest?.id} ${latest?.lateMs} ms after its deadline\n`,
      );
      expect(outcomes.filter(({ status }) => status !== 503 && status !== 504)).toEqual([]);
      if (isDeep) expect(outcomes.filter(({ lateMs }) => lateMs > toleratedMs)).toEqual([]);
      await stack.processes[service]?.waitUntilReady();
      const reads = testedRoutes.filter(({ method }) => method === 'GET');
      const read = async (route: Route) => ({
        id: route.id,
        status: (await author.call('GET', pathWithIds(route, resources), undefined, admin)).status,
      });
      const readAll = () => Promise.all(reads.map(read));
      // Some routes get an id that does not exist. Calls between services may fail once more: their connections were
      // cut while the service hung.
      const answers = await eventually(readAll, (all) => all.every(({ status }) => [200, 404].includes(status)));
      expect(reads.length === 0 || answers.some(({ status }) => status === 200)).toBe(true);
    },
    clientTimeoutMs + 60_000,
  );
});
