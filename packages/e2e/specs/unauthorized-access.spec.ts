import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from '@inkbear/contracts/route';
import { publicRoutes, routes } from '@inkbear/contracts/routes';
import { serviceNames } from '@inkbear/contracts/services';
import { type Identity, identityHeader, signIdentity } from '@inkbear/service-kit/identity';
import { loadSigningKey } from '@inkbear/service-kit/keys';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { Random } from '@inkbear/service-kit/testing/random';
import { isDeep, testSeed as seed } from '@inkbear/service-kit/testing/test-scale';
import { signToken } from '@inkbear/service-kit/tokens';
import { signInAdmin } from '../src/sign-in-admin.ts';
import { type Forgery, forgeTokens } from '../src/attacks/forgeries.ts';
import { type OwnedResources, createOwnedResources, pathWithIds } from '../src/attacks/owned-resources.ts';
import { Fuzzer, marker } from '../src/attacks/fuzz.ts';
import { type Answer, Author } from '../src/author.ts';
import { type AppStack, startAppStack } from '../src/app-stack.ts';
import { isBusy } from '../src/busy-replies.ts';

/** Several authors share the requests of a deep run, because one author alone would hit the rate limits. */
const [fuzzRequests, fuzzAuthors] = isDeep ? [50_000, 24] : [300, 1];
const internalDetails =
  /node_modules|\n[ \t]+at |file:\/\/|Mongo[A-Z]|E11000|BSON(?!ype)|TypeError|RangeError|ENOENT|ECONN/;
/** How soon ended sessions are refused. Asserted in deep runs; others may share a busy machine, so they wait longer. */
const refusedWithinMs = isDeep ? 5000 : 240_000;
/** Forged tokens that each service and the gateway must have answered. */
const minForgeries = 50;
/** How often a request that a busy server refused is sent again, after the time that the reply names. */
const maxRetries = 10;
/** The share of the fuzzed requests that may still be refused then. */
const mayBeBusyShare = 1 / 1000;
const sessionOf = (author: Author): string => author.cookie('inkbear_session');
const untilRefused = (readStatus: () => Promise<number>) =>
  eventually(readStatus, (status) => status === 401, refusedWithinMs);
const wasBusy = ({ status, headers }: Response): boolean => isBusy({ status, retryAfter: headers.get('retry-after') });
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('unauthorized access', () => {
  let stack: AppStack;
  let owner: Author;
  let adminToken: string;
  let resources: OwnedResources;

  beforeAll(async () => {
    stack = await startAppStack({ seed: false });
    owner = await Author.register(stack.url);
    adminToken = await signInAdmin(stack);
    resources = await createOwnedResources(stack, owner);
  });
  afterAll(async () => await stack.remove());

  describe('with a forged token', () => {
    const keys = async () =>
      (
        JSON.parse(await readFile(path.join(stack.dataDir, 'keys/jwks.json'), 'utf8')) as {
          keys: Record<string, unknown>[];
        }
      ).keys;
    /** Sends every token, and returns which were accepted. `sendToken` returns null when no server has answered. */
    const findAccepted = async (
      forgeries: readonly Forgery[],
      sendToken: (token: string) => Promise<Pick<Answer, 'status'> | null>,
    ) => {
      const accepted: string[] = [];
      let answered = 0;
      for (const { name, token } of forgeries) {
        const answer = await sendToken(token);
        if (answer === null) continue;
        answered += 1;
        if (answer.status !== 401 && answer.status !== 431) accepted.push(`${name}: ${answer.status}`);
      }
      expect(answered).toBeGreaterThanOrEqual(minForgeries);
      return accepted;
    };

    it('is refused as an author', async () => {
      const visitor = new Author(stack.url);
      expect(
        await findAccepted(
          forgeTokens(sessionOf(owner), await keys(), adminToken),
          async (token) => await visitor.call('GET', '/api/books', undefined, { cookie: `inkbear_session=${token}` }),
        ),
      ).toEqual([]);
    });
    it('is refused as an admin', async () => {
      const visitor = new Author(stack.url);
      expect(
        await findAccepted(
          forgeTokens(adminToken, await keys(), sessionOf(owner)),
          async (token) =>
            await visitor.call(
              'POST',
              '/api/admin/update-user-plan',
              { userId: 'missing' },
              { 'x-admin-token': token },
            ),
        ),
      ).toEqual([]);
    });
    it.each(serviceNames)('is refused by %s itself', async (service) => {
      const signer = (issuer: string) => loadSigningKey(path.join(stack.dataDir, `keys/${issuer}.json`));
      const route = routes.find(
        ({ owner: serving, access, method }) =>
          serving === service && method === 'GET' && (access === 'user' || access === 'admin'),
      ) as Route;
      const now = Math.floor(Date.now() / 1000);
      const identity: Identity =
        route.access === 'admin'
          ? { role: 'admin', sid: randomUUID() }
          : {
              role: 'user',
              userId: String((await owner.call('GET', '/api/user')).body['id']),
              sid: randomUUID(),
              signedInAt: now,
            };
      const real = () => signIdentity(signer('gateway'), service, identity);
      const other = serviceNames.find((name) => name !== service) ?? 'auth';
      const claims = { role: identity.role, sid: 'a', auth_time: now };
      const expiredToken = (lifeSeconds: number) =>
        signToken(signer('gateway'), { subject: 'someone', audience: service, lifeSeconds, claims });
      const forgeries = [
        ...forgeTokens(real(), await keys(), adminToken),
        { name: 'signed for another service', token: signIdentity(signer('gateway'), other, identity) },
        { name: 'a user identity, signed by a service', token: signIdentity(signer(other), service, identity) },
        {
          name: 'a user identity, signed by the service itself',
          token: signIdentity(signer(service), service, identity),
        },
        {
          name: 'signed with the session key',
          token: signToken(signer('auth-session'), { subject: 'someone', audience: service, lifeSeconds: 5, claims }),
        },
        { name: 'long expired, signed by the gateway', token: expiredToken(-61) },
        {
          name: 'a lifetime of more than five seconds',
          token: signToken(signer('gateway'), { subject: 'someone', audience: service, lifeSeconds: 60, claims }),
        },
        {
          name: 'an unknown role',
          token: signToken(signer('gateway'), {
            subject: 'someone',
            audience: service,
            lifeSeconds: 5,
            claims: { ...claims, role: 'root' },
          }),
        },
      ];
      // A server may close the connection while a header that is too long is still being sent.
      const sendToken = (token: string) =>
        fetch(`${stack.processes[service]?.url}${pathWithIds(route, resources)}`, {
          headers: { [identityHeader]: token },
        }).catch(() => null);
      // 404: the real token is accepted, but the route names a resource that this test has not created.
      expect([200, 404]).toContain((await sendToken(real()))?.status);
      expect(await findAccepted(forgeries, sendToken)).toEqual([]);
      // An identity that expired a moment ago may belong to a request that waited in a queue. The 503 makes the client
      // retry instead of asking the user to sign in again.
      expect((await sendToken(expiredToken(-1)))?.status).toBe(503);
    });
    it('is refused by every service route called without the gateway', async () => {
      const identity = { 'x-inkbear-identity': '' };
      const accepted: string[] = [];
      for (const route of routes.filter(({ access }) => access !== 'public' && access !== 'visitor')) {
        for (const token of [
          undefined,
          sessionOf(owner),
          adminToken,
          `${sessionOf(owner)}x`,
          'eyJ0eXAiOiJKV1QiLCJhbGciOiJub25lIn0.eyJyb2xlIjoidXNlciJ9.',
        ]) {
          const response = await fetch(`${stack.processes[route.owner]?.url}${pathWithIds(route, resources)}`, {
            method: route.method,
            headers:
              token === undefined
                ? { cookie: `inkbear_session=${sessionOf(owner)}`, 'x-admin-token': adminToken }
                : { ...identity, 'x-inkbear-identity': token },
          });
          await response.arrayBuffer();
          if (response.status !== 401 && response.status !== 404) accepted.push(`${route.id}: ${response.status}`);
        }
      }
      expect(accepted).toEqual([]);
    });
  });

  it('ignores identity headers of clients and refuses cross-site changes', async () => {
    const visitor = new Author(stack.url);
    for (const name of [
      'x-inkbear-identity',
      'x-inkbear-user',
      'x-user-id',
      'authorization',
      'x-original-url',
      'x-forwarded-user',
    ])
      expect([name, (await visitor.call('GET', '/api/books', undefined, { [name]: sessionOf(owner) })).status]).toEqual(
        [name, 401],
      );
    for (const foreign of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      for (const route of publicRoutes.filter(({ method, bodyKind }) => method !== 'GET' && bodyKind !== 'raw')) {
        const { status, body } = await owner.call(route.method, pathWithIds(route, resources), {}, foreign);
        expect([route.id, status, body['code']]).toEqual([route.id, 403, 'request.cross_site']);
      }
    }
  });

  it('refuses a session within five seconds of its end', async () => {
    const author = await Author.register(stack.url);
    const session = sessionOf(author);
    await author.call('POST', '/api/auth/logout');
    const reuseSession = () => author.call('GET', '/api/books', undefined, { cookie: `inkbear_session=${session}` });
    expect(await untilRefused(async () => (await reuseSession()).status)).toBe(401);
  });

  it('refuses all sessions of a user within five seconds of a password reset, and the new password signs in', async () => {
    const author = await Author.register(stack.url);
    const second = await Author.signIn(stack.url, author.account);
    const account = { email: author.account.email, password: 'amber-heron-4' };
    const { status } = await new Author(stack.url).call(
      'POST',
      '/api/admin/reset-password',
      { email: account.email, newPassword: account.password },
      { 'x-admin-token': await signInAdmin(stack) },
    );
    expect(status).toBe(200);
    const readBooks = async (ended: Author) => (await ended.call('GET', '/api/books')).status;
    expect(await Promise.all([author, second].map((ended) => untilRefused(() => readBooks(ended))))).toEqual([
      401, 401,
    ]);
    const signedIn = await Author.signIn(stack.url, account);
    expect((await signedIn.call('GET', '/api/books')).status).toBe(200);
  });

  it('refuses an admin’s token on every admin route within five seconds of its logout, and keeps other tokens valid', async () => {
    const admin = new Author(stack.url);
    const token = await signInAdmin(stack);
    const reads = publicRoutes.filter(
      ({ access, method, path: where }) => access === 'admin' && method === 'GET' && !where.includes(':'),
    );
    const statusOf = async (route: Route, shown: string) =>
      (await admin.call('GET', pathWithIds(route, resources), undefined, { 'x-admin-token': shown })).status;
    const statuses = async (shown: string) => new Set(await Promise.all(reads.map((route) => statusOf(route, shown))));
    expect([reads.map(({ owner: serving }) => serving).includes('billing'), await statuses(token)]).toEqual([
      true,
      new Set([200]),
    ]);
    await admin.call('POST', '/api/admin/logout', undefined, { 'x-admin-token': token });
    await untilRefused(() => statusOf(reads[0] as Route, token));
    const accepted: string[] = [];
    for (const route of publicRoutes.filter(({ access }) => access === 'admin')) {
      const { status } = await admin.call(
        route.method,
        pathWithIds(route, resources),
        route.method === 'GET' ? undefined : {},
        {
          'x-admin-token': token,
        },
      );
      if (status !== 401) accepted.push(`${route.id}: ${status}`);
    }
    expect([accepted, await statuses(adminToken)]).toEqual([[], new Set([200])]);
  });

  it('keeps running when a client disconnects while the page is streaming', async () => {
    const [gateway, books] = [stack.processes['gateway']?.pid, stack.processes['books']?.pid];
    if (books === undefined) throw new Error('books does not run.');
    process.kill(books, 'SIGSTOP');
    try {
      for (let tries = 0; tries < 5; tries += 1) {
        const abort = new AbortController();
        const { body } = await fetch(`${stack.url}/dashboard`, {
          headers: { accept: 'text/html', cookie: `inkbear_session=${sessionOf(owner)}` },
          signal: abort.signal,
        });
        await body?.getReader().read();
        abort.abort();
        await wait(300);
      }
    } finally {
      process.kill(books, 'SIGCONT');
    }
    expect([stack.processes['gateway']?.pid, (await owner.call('GET', '/api/books')).status]).toEqual([gateway, 200]);
  });

  // Runs after every test that signs in, because it uses up the sign-in limit of its address.
  it(
    `replies to ${fuzzRequests} fuzzed requests without an internal error or internal details (TEST_SEED=${seed})`,
    async () => {
      const sender = (author: Author, belongings: OwnedResources, number: number) => ({
        author,
        fuzzer: new Fuzzer(new Random(seed + number), [...Object.values(belongings), 'nobody']),
      });
      const senders = [sender(owner, resources, 0)];
      while (senders.length < fuzzAuthors) {
        const author = await Author.register(stack.url);
        senders.push(sender(author, await createOwnedResources(stack, author), senders.length));
      }
      const pids = Object.fromEntries(Object.entries(stack.processes).map(([name, child]) => [name, child.pid]));
      const excludedRoutes = new Set(['deleteUser', 'logout', 'adminLogout', 'advanceSandboxClock']);
      const fuzzedRoutes = publicRoutes.filter(({ id }) => !excludedRoutes.has(id));
      const wrong: string[] = [];
      let busy = 0;
      const statuses: Record<number, number> = {};
      let at = 0;
      const sendRequests = async () => {
        for (let index = (at += 1); index <= fuzzRequests; index = at += 1) {
          const route = fuzzedRoutes[index % fuzzedRoutes.length] as Route;
          const { author, fuzzer } = senders[index % senders.length] as (typeof senders)[number];
          const request = fuzzer.request(route);
          const send = async () =>
            await fetch(`${stack.url}${request.path}`, {
              method: request.method,
              headers: {
                ...request.headers,
                cookie: `inkbear_session=${sessionOf(author)}`,
                'x-admin-token': adminToken,
              },
              ...(request.body === undefined ? {} : { body: request.body as string }),
              // Above the deadline of every route.
              signal: AbortSignal.timeout(160_000),
            }).catch((error: unknown) => {
              throw new Error(`${route.id} ${request.path.slice(0, 80)} was not answered.`, { cause: error });
            });
          let response = await send();
          // On a busy machine a service may miss the 300 ms deadline of an internal call, or load a worker for a minute.
          for (let retries = 0; retries < maxRetries && wasBusy(response); retries += 1) {
            await response.body?.cancel();
            await wait(1000 * Number(response.headers.get('retry-after')));
            response = await send();
          }
          // Null when a streamed reply was cut off.
          const text = await response.text().catch(() => null);
          statuses[response.status] = (statuses[response.status] ?? 0) + 1;
          if (response.status === 503 && wasBusy(response)) busy += 1;
          else if (text === null) wrong.push(`${route.id} ${response.status} ${request.path.slice(0, 80)} was cut off`);
          else if (
            response.status >= 500 ||
            (response.status >= 400 && (internalDetails.test(text) || text.length > 50_000))
          )
            wrong.push(
              `${route.id} ${response.status} ${request.path.slice(0, 80)} ${String(request.body).slice(0, 200)} → ${text.slice(0, 120)}`,
            );
        }
      };
      await Promise.all(Array.from({ length: 8 }, sendRequests));
      process.stdout.write(`${fuzzRequests} fuzzed requests, statuses ${JSON.stringify(statuses)}\n`);
      expect(wrong).toEqual([]);
      expect(busy).toBeLessThanOrEqual(fuzzRequests * mayBeBusyShare);
      expect(Object.fromEntries(Object.entries(stack.processes).map(([name, child]) => [name, child.pid]))).toEqual(
        pids,
      );
    },
    isDeep ? 3_600_000 : 240_000,
  );

  it('logs neither text of authors nor secrets', async () => {
    await wait(300);
    const secrets = [marker, 'violet-otter', sessionOf(owner), adminToken, stack.demo.adminPassword];
    const found: string[] = [];
    for (const name of Object.keys(stack.processes)) {
      const text = await readFile(path.join(stack.dataDir, 'logs', `${name}.log`), 'utf8').catch(() => '');
      found.push(
        ...secrets
          .filter((secret) => text.includes(secret))
          .map((secret) => `${name}.log contains ${secret.slice(0, 12)}`),
      );
    }
    expect(found).toEqual([]);
  });

  it('logs the actor and the trace of every request', async () => {
    const { body: user } = await owner.call('GET', '/api/user');
    const { headers } = await owner.call('GET', '/api/books');
    await wait(500);
    const linesOf = async (name: string) =>
      (await readFile(path.join(stack.dataDir, 'logs', `${name}.log`), 'utf8'))
        .split('\n')
        .filter((line) => line.includes('"msg":"request"'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const [gateway, books] = await Promise.all(['gateway', 'books'].map(linesOf));
    const isWhole = ({ traceId, requestId, actor }: Record<string, unknown>) =>
      [traceId, requestId, actor].every((value) => typeof value === 'string' && /[1-9a-z]/.test(value));
    expect([...(gateway ?? []), ...(books ?? [])].filter((line) => !isWhole(line))).toEqual([]);
    const [gatewayLine, booksLine] = [gateway, books].map((lines) =>
      lines?.find(({ requestId }) => requestId === headers.get('x-request-id')),
    );
    expect([gatewayLine, booksLine]).toEqual([
      expect.objectContaining({ actor: user['id'], route: 'listBooks' }),
      expect.objectContaining({ actor: user['id'], route: 'listBooks', traceId: gatewayLine?.['traceId'] }),
    ]);
  });
});
