import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from '@inkbear/contracts/route';
import { publicRoutes } from '@inkbear/contracts/routes';
import { type ServiceName, serviceNames } from '@inkbear/contracts/services';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { makeBelongings, pathTo } from '../../src/attacks/belongings.ts';
import { Author } from '../../src/author.ts';
import { type House, openHouse } from '../../src/house.ts';

/** Its routes have the usual deadline; those of AI and export wait for minutes. */
const services: readonly ServiceName[] = isDeep ? serviceNames : ['reviews'];
/** Of the gateway, for a route that names none; in milliseconds. */
const usualDeadlineMs = 15_000;
const toleratedMs = 500;
/** Asked of a service that hangs, they would end the account or its session when it goes on. */
const ends = new Set(['deleteUser', 'logout', 'adminLogout']);
/** Longer than any deadline. */
const givenUpMs = 300_000;

interface Outcome {
  readonly id: string;
  readonly status: number;
  /** Milliseconds beyond the route's deadline. */
  readonly lateMs: number;
}

describe('a service that hangs', () => {
  let stack: House;
  beforeAll(async () => {
    stack = await openHouse({ seed: false });
  }, 180_000);
  afterAll(async () => await stack.leave(), 60_000);

  async function ask(author: Author, route: Route, path: string, headers: Record<string, string>): Promise<Outcome> {
    const startedAt = performance.now();
    const { status } = await author.call(route.method, path, route.method === 'GET' ? undefined : {}, headers);
    return {
      id: route.id,
      status,
      lateMs: Math.round(performance.now() - startedAt - (route.timeoutMs ?? usualDeadlineMs)),
    };
  }

  it.each(services)(
    '%s: every route is answered as unavailable or too late, and works again afterwards',
    async (service) => {
      const { account } = await Author.register(stack.url);
      const author = await Author.signIn(stack.url, account, { timeoutMs: givenUpMs });
      const belongings = await makeBelongings(stack, author);
      const login = await new Author(stack.url).call('POST', '/api/admin/login', {
        password: stack.demo.adminPassword,
      });
      const admin = { 'x-admin-token': String(login.body['token']) };
      const pid = stack.processes[service]?.pid;
      if (pid === undefined) throw new Error(`${service} does not run.`);
      const asked = publicRoutes.filter(
        ({ id, owner, bodyKind }) => owner === service && bodyKind === undefined && !ends.has(id),
      );
      process.kill(pid, 'SIGSTOP');
      let outcomes: Outcome[];
      try {
        outcomes = await Promise.all(asked.map((route) => ask(author, route, pathTo(route, belongings), admin)));
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
      const reads = asked.filter(({ method }) => method === 'GET');
      const answers = await Promise.all(
        reads.map((route) => author.call('GET', pathTo(route, belongings), undefined, admin)),
      );
      // Some ask for something that is not there.
      expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
      expect(reads.length === 0 || answers.some(({ status }) => status === 200)).toBe(true);
    },
    givenUpMs + 60_000,
  );
});
