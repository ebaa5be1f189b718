import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { billingAdminAction, bookCreated, userRegistered } from '@inkbear/contracts/events';
import { outboxRoutes } from '@inkbear/contracts/outbox';
import type { BaseEnv } from './env.ts';
import { Leases } from './leases.ts';
import { migrate } from './migrations.ts';
import { ProblemError } from './problem.ts';
import { problemPage } from './problem-page.ts';
import { runService, type ServiceDefinition } from './run-service.ts';
import { serve } from './serve.ts';
import { migrateSignInThrottle, SignInThrottle } from './sign-in-throttle.ts';
import {
  attachFile,
  authorisedUploads,
  createNote,
  exampleService,
  leakNote,
  listNote,
  streamNote,
  watchNote,
} from './testing/example-service.ts';
import { testRegistration } from './testing/test-events.ts';
import { testUser, TestService } from './testing/test-service.ts';
import { signToken } from './tokens.ts';
import { eventually } from './testing/eventually.ts';

const user = testUser();
const registered = testRegistration(user.userId);

describe('Service', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start(exampleService)));
  afterAll(async () => await service.stop());
  const notes = () => service.platform.connection.collection('notes');

  it('commits state and event together, and delivers the event through the broker', async () => {
    const { status, body } = await service.call(createNote, { as: user, body: { text: 'hello' } });
    expect(status).toBe(201);
    await eventually(async () => (await notes().countDocuments({ _id: { $regex: '^seen:' } as never })) === 1);
    const [event] = await service.emitted();
    expect(event).toMatchObject({ key: body['id'], seq: 1, actor: user.userId });
  });

  it('refuses an event over the size limit of the broker, which would block all later events', async () => {
    const { outbox } = service.platform;
    const tooLarge = outbox.run(({ emit }) =>
      emit(bookCreated, 'too-large', {
        bookId: 'too-large',
        userId: user.userId,
        genre: 'g'.repeat(600 * 1024),
        createdAt: new Date().toISOString(),
      }),
    );
    await expect(tooLarge).rejects.toThrow(/books\.book\.created\.v1 has \d+ bytes of data/);
    expect((await service.emitted(bookCreated)).filter(({ key }) => key === 'too-large')).toEqual([]);
  });

  it('stores neither state nor event when the transaction fails after writing both', async () => {
    const { connection, outbox } = service.platform;
    const id = 'rolled back';
    const failing = outbox.run(async ({ session, emit }) => {
      await connection.collection('notes').insertOne({ text: id }, { session });
      await emit(bookCreated, id, {
        bookId: id,
        userId: user.userId,
        genre: 'general',
        createdAt: new Date().toISOString(),
      });
      throw new Error('failed after emit');
    });
    await expect(failing).rejects.toThrow('failed after emit');
    expect(await notes().countDocuments({ text: id }, { hint: '_id_' })).toBe(0);
    expect(await connection.collection('outbox').countDocuments({ key: id }, { hint: '_id_' })).toBe(0);
  });

  it('rejects a peer that an internal route does not list in `callers`', async () => {
    const read = (peer: 'admin' | 'ai') => service.call(outboxRoutes.books, { as: { role: 'service', service: peer } });
    const [named, other] = [await read('admin'), await read('ai')];
    expect([named.status, other.status, other.body['code']]).toEqual([200, 403, 'auth.role_required']);
  });

  it('checks the params of an upload before its middleware runs', async () => {
    const attach = (id: string) => service.call(attachFile, { as: user, params: { id } });
    const [short, long] = [await attach('n1'), await attach('n'.repeat(65))];
    expect([short.status, long.status, long.body['code']]).toEqual([201, 400, 'request.invalid']);
    expect(authorisedUploads).toEqual(['n1']);
  });

  it('stores absent event fields as absent, not as null', async () => {
    await service.platform.outbox.run(({ emit }) =>
      emit(billingAdminAction, 'an-action', {
        actionId: 'an-action',
        at: new Date().toISOString(),
        actor: 'admin:x',
        action: 'plan.updated',
        target: 'someone',
        before: { plan: 'free', monthlyBookLimit: undefined },
        after: { plan: 'free', monthlyBookLimit: null },
      }),
    );
    expect((await service.emitted(billingAdminAction)).map(({ data }) => [data['before'], data['after']])).toEqual([
      [{ plan: 'free' }, { plan: 'free', monthlyBookLimit: null }],
    ]);
    // This event belongs to billing, so the books service must not publish it.
    await service.platform.connection.collection('outbox').deleteMany({ type: billingAdminAction.type });
  });

  it('lists each invalid field with the message of the schema', async () => {
    const { status, body } = await service.call(createNote, { as: user, body: { text: '' } });
    expect([status, body['code'], body['errors']]).toEqual([
      400,
      'request.invalid',
      [{ path: 'text', message: 'Text is required' }],
    ]);
  });

  it('rejects unknown fields, other content types, broken JSON and bodies over the limit', async () => {
    expect((await service.call(createNote, { as: user, body: { text: 'a', plan: 'pro' } })).status).toBe(400);
    const send = (body: string, type: string) =>
      fetch(`${service.url}/api/notes`, {
        method: 'POST',
        body,
        headers: { 'content-type': type, 'x-inkbear-identity': service.sign(user) },
      });
    expect((await send('text=a', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await send('{"text":', 'application/json')).status).toBe(400);
    expect((await send(JSON.stringify({ text: 'a'.repeat(65_536) }), 'application/json')).status).toBe(413);
  });

  it('answers 400 for a body that cannot be decompressed, and limits the number of reported errors', async () => {
    const send = (body: string, more: Record<string, string>) =>
      fetch(`${service.url}/api/notes`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-inkbear-identity': service.sign(user), ...more },
      });
    for (const encoding of ['gzip', 'deflate', 'br'])
      expect([encoding, (await send('no such stream', { 'content-encoding': encoding })).status]).toEqual([
        encoding,
        400,
      ]);
    expect((await send('{}', { 'content-encoding': 'wat' })).status).toBe(415);
    const hopeless = await fetch(`${service.url}/api/notes/stream`, {
      method: 'POST',
      body: JSON.stringify({ pieces: Array(20_000).fill(1), ['x'.repeat(9000)]: 1 }),
      headers: { 'content-type': 'application/json', 'x-inkbear-identity': service.sign(user) },
    });
    expect([hopeless.status, (await hopeless.text()).length < 30_000]).toEqual([400, true]);
  });

  it('renders an error page instead of JSON for a file opened in a browser tab', async () => {
    const [answer] = (await once(
      get(`${service.url}/nothing`, { headers: { 'sec-fetch-mode': 'navigate', 'x-request-id': 'asked-by-hand' } }),
      'response',
    )) as [IncomingMessage];
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await text(answer)).toMatch(/<p>Not Found<\/p>[^]*Request asked-by-hand/);
    expect(problemPage('<script>', '"')).not.toMatch(/<script>|Request "/);
  });

  it('sends only declared fields', async () => {
    expect((await service.call(leakNote, { params: { id: 'n1' } })).body).toEqual({ id: 'n1', text: 'seen' });
  });

  it('streams deltas and the reply, and sends an error event for a failure after the first delta', async () => {
    const headers = { accept: 'text/event-stream' };
    const good = await service.call(streamNote, { as: user, body: { pieces: ['a', 'b'] }, headers });
    expect(good.text).toBe(
      'event: delta\ndata: {"text":"a"}\n\nevent: delta\ndata: {"text":"b"}\n\nevent: done\ndata: {"text":"ab"}\n\n',
    );
    const bad = await service.call(streamNote, { as: user, body: { pieces: ['a', 'b'], failAfter: 1 }, headers });
    expect([bad.status, bad.text.includes('event: error'), bad.text.includes('ai.provider_failed')]).toEqual([
      200,
      true,
      true,
    ]);
    expect((await service.call(streamNote, { as: user, body: { pieces: ['a'], failAfter: 0 }, headers })).status).toBe(
      502,
    );
  });

  it('streams the complete fields of a reply without undeclared ones', async () => {
    const list = (headers: Record<string, string>) =>
      service.call(listNote, { as: user, body: { lines: ['a', 'b'] }, headers });
    expect((await list({ accept: 'text/event-stream' })).text).toBe(
      [
        'event: partial\ndata: {"value":{"lines":["a"]}}\n\n',
        'event: partial\ndata: {"value":{"lines":["a","b"]}}\n\n',
        'event: done\ndata: {"title":"Lines","lines":["a","b"]}\n\n',
      ].join(''),
    );
    expect((await list({})).body).toEqual({ title: 'Lines', lines: ['a', 'b'] });
  });

  it('streams each reply so far without undeclared fields, and replies with JSON to a client without a stream', async () => {
    const watch = (headers: Record<string, string>) =>
      service.call(watchNote, { as: user, params: { id: 'n' }, headers });
    expect((await watch({ accept: 'text/event-stream' })).text).toBe(
      [
        'event: progress\ndata: {"id":"n","text":""}\n\n',
        'event: progress\ndata: {"id":"n","text":"a"}\n\n',
        'event: done\ndata: {"id":"n","text":"ab"}\n\n',
      ].join(''),
    );
    expect((await watch({})).body).toEqual({ id: 'n', text: 'ab' });
  });

  it('accepts only a valid identity that the gateway signed for this service', async () => {
    const call = async (identity?: string) =>
      (
        await fetch(`${service.url}/api/notes`, {
          method: 'POST',
          body: '{"text":"x"}',
          headers: { 'content-type': 'application/json', ...(identity ? { 'x-inkbear-identity': identity } : {}) },
        })
      ).status;
    const claims = { role: 'user', sid: 's', auth_time: 1 };
    const gateway = service.signer('gateway');
    expect(await call()).toBe(401);
    expect(await call('nonsense')).toBe(401);
    const [header = '', payload = ''] = service.sign(user).split('.');
    const encode = (part: string) => Buffer.from(part).toString('base64url');
    const knownHeader = encode(JSON.stringify({ typ: 'JWT', alg: 'ES256', kid: gateway.current().kid }));
    const brokenPayload = `${knownHeader}.${encode('no json')}.c2ln`;
    for (const broken of [brokenPayload, `${header}.${payload}.c2ln`, `${header}.${payload}.`, `${header}.c2ln.c2ln`])
      expect(await call(broken)).toBe(401);
    expect(await call(service.sign(user, 'auth'))).toBe(401);
    expect(await call(service.sign(user, 'books', 'auth'))).toBe(401);
    expect(await call(signToken(gateway, { subject: user.userId, audience: 'books', lifeSeconds: -61, claims }))).toBe(
      401,
    );
    // The request may have waited for a busy service: 503, so that the user is not asked to sign in again.
    expect(await call(signToken(gateway, { subject: user.userId, audience: 'books', lifeSeconds: -1, claims }))).toBe(
      503,
    );
    expect(await call(signToken(gateway, { subject: user.userId, audience: 'books', lifeSeconds: 60, claims }))).toBe(
      401,
    );
    expect(await call(service.sign({ role: 'admin', sid: 's' }))).toBe(403);
    expect(await call(service.sign(user))).toBe(201);
  });

  it('does not count a sign-in attempt that could not be checked, or that was refused', async () => {
    const { connection } = service.platform;
    await migrateSignInThrottle(connection);
    const throttle = new SignInThrottle(connection);
    const unavailable = () => Promise.reject(new ProblemError('server.unavailable'));
    for (let attempts = 0; attempts < 25; attempts += 1)
      await expect(throttle.guard('ada', [], unavailable)).rejects.toThrow();
    const wrong = () => Promise.resolve(null);
    for (let attempts = 0; attempts < 19; attempts += 1) expect(await throttle.guard('ada', [], wrong)).toBeNull();
    // While the last allowed attempt waits for its check, others are refused. It then fails without having been checked.
    const checked = Promise.withResolvers<null>();
    const started = Promise.withResolvers<undefined>();
    const waiting = throttle.guard('ada', [], () => {
      started.resolve(undefined);
      return checked.promise;
    });
    await started.promise;
    const refused = expect.objectContaining({ code: 'auth.too_many_tries' });
    for (let attempts = 0; attempts < 5; attempts += 1)
      await expect(throttle.guard('ada', [], wrong)).rejects.toThrow(refused);
    checked.reject(new ProblemError('server.unavailable'));
    await expect(waiting).rejects.toThrow();
    expect(await throttle.guard('ada', [], wrong)).toBeNull();
    await expect(throttle.guard('ada', [], wrong)).rejects.toThrow(refused);
  });

  it('handles an event once, however often it is delivered', async () => {
    const event = await service.deliver(userRegistered, user.userId, registered);
    await service.redeliver(event);
    expect(await notes().countDocuments({ _id: `welcome:${event.id}` as never })).toBe(1);
  });

  it('keeps inbox rows of facts and states for ever', async () => {
    const { connection, inbox } = service.platform;
    for (const kind of ['fact', 'state', 'progress'] as const)
      await inbox.once('kinds', { id: kind, kind }, () => Promise.resolve());
    const row = async (kind: string) =>
      await connection.collection<{ _id: string; forgetAt?: Date }>('inbox').findOne({ _id: `kinds:${kind}` });
    expect([(await row('fact'))?.forgetAt, (await row('state'))?.forgetAt, (await row('progress'))?.forgetAt]).toEqual([
      undefined,
      undefined,
      expect.any(Date),
    ]);
  });

  it('drops the index by which every inbox row of an earlier release expired', async () => {
    const { connection, logger } = service.platform;
    const inbox = connection.collection('inbox');
    await inbox.createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
    const done = connection.collection<{ _id: string }>('migrations');
    for (const died of [true, false]) {
      await done.deleteOne({ _id: 'kit-0003-inbox-kept' });
      if (died) await inbox.dropIndex('forgetAt_1');
      await migrate(connection, [], logger);
      const expiring = (await inbox.indexes()).filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
      expect(expiring.map(({ key }) => key)).toEqual([{ forgetAt: 1 }]);
    }
  });

  it('serves nothing when a migration fails', async () => {
    const { env } = service.platform;
    let partsCreated = 0;
    const broken: ServiceDefinition<BaseEnv> = {
      ...exampleService,
      readEnv: () => env,
      migrations: [{ id: 'broken', up: () => Promise.reject(new TypeError('no such column')) }],
      createParts: (platform, settings) => {
        partsCreated += 1;
        return exampleService.createParts(platform, settings);
      },
    };
    await expect(runService(broken, ['serve', '--migrate'])).rejects.toThrow('no such column');
    expect(partsCreated).toBe(0);
  });

  it('waits for another process that migrates, needs no lease without a missing step, and does not recreate a lost lease', async () => {
    const { connection, logger } = service.platform;
    const other = new Leases(connection, logger);
    expect(await other.acquire('migrations', 60_000)).toBe(true);
    await migrate(connection, [], logger, 300);
    await connection.collection<{ _id: string }>('migrations').deleteOne({ _id: 'kit-0004-user-removals' });
    await expect(migrate(connection, [], logger, 300)).rejects.toThrow('Another process is running the migrations');
    await other.release('migrations');
    await migrate(connection, [], logger, 300);
    const leases = connection.collection<{ _id: string }>('leases');
    await other.hold('lost', { ttlMs: 60 }, async () => {
      await leases.deleteOne({ _id: 'lost' });
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await leases.findOne({ _id: 'lost' })).toBeNull();
    });
    expect(await leases.findOne({ _id: 'lost' })).toBeNull();
  });

  it('aborts running handlers at shutdown, waits for them and replies', async () => {
    const seen: unknown[] = [];
    let isBusy = () => undefined as void;
    const busy = new Promise<void>((resolve) => (isBusy = resolve));
    const slow = serve(leakNote, async ({ signal }) => {
      isBusy();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await alone.platform.connection.collection('notes').insertOne({ text: 'still open' });
      seen.push(signal.reason);
      throw signal.reason as Error;
    });
    let free = () => undefined as void;
    const stuck = {
      name: 'stuck',
      pattern: '* * * * * *',
      run: () => new Promise<void>((resolve) => (free = resolve)),
    };
    const alone = await TestService.start(
      { ...exampleService, createParts: () => ({ served: [slow], subscriptions: [], jobs: [stuck] }) },
      {},
      undefined,
      { drain: 1200, abort: 1000, background: 200, close: 1000 },
    );
    const answer = alone.call(leakNote, { params: { id: 'n' } });
    await busy;
    const began = Date.now();
    await alone.stop();
    expect([(await answer).status, seen]).toEqual([503, [expect.objectContaining({ code: 'server.unavailable' })]]);
    expect([Date.now() - began < 4000, alone.platform.connection.readyState]).toEqual([true, 0]);
    free();
  });

  it('fails a test in which a route replies an error code that it does not declare', async () => {
    const failing = serve(leakNote, () => Promise.reject(new ProblemError('books.not_found')));
    const alone = await TestService.start({
      ...exampleService,
      createParts: () => ({ served: [failing], subscriptions: [], jobs: [] }),
    });
    const message = 'leakNote replied books.not_found, which its contract does not declare.';
    await expect(alone.call(leakNote, { params: { id: 'n' } })).rejects.toThrow(message);
    await expect(alone.stop()).rejects.toThrow(message);
  });

  it('rolls back everything when a handler fails, so that the next delivery starts again', async () => {
    await expect(
      service.deliver(userRegistered, user.userId, { ...registered, email: 'poison@example.com' }),
    ).rejects.toThrow('poison');
    expect(
      await service.platform.connection.collection('inbox').countDocuments({ _id: { $regex: '^nothing' } as never }),
    ).toBe(0);
  });

  it('starts and accepts writes without the broker', async () => {
    const alone = await TestService.start(exampleService, { NATS_URL: 'nats://127.0.0.1:1' });
    expect((await alone.call(createNote, { as: user, body: { text: 'kept' } })).status).toBe(201);
    expect(await alone.platform.connection.collection('outbox').countDocuments({ publishedAt: null })).toBe(1);
    expect((await fetch(`${alone.url}/readyz`)).status).toBe(200);
    await alone.stop();
  });

  it('updates the settings of an existing stream where the server permits it', async () => {
    const { broker } = service.platform;
    const { manager } = await broker.client();
    const name = broker.streamName('books');
    const { created } = await broker.ensureStream('books');
    await manager.streams.update(name, { max_age: 0 });
    expect((await broker.ensureStream('books')).created).toBe(created);
    expect((await manager.streams.info(name)).config.max_age).toBe(30 * 86_400 * 1e9);
  });

  it('publishes every event again when the broker has lost its stream', async () => {
    const { broker, connection, relay } = service.platform;
    await service.call(createNote, { as: user, body: { text: 'before the loss' } });
    await eventually(async () => (await connection.collection('outbox').countDocuments({ publishedAt: null })) === 0);
    const published = await connection.collection('outbox').countDocuments({ publishedAt: { $ne: null } });
    const { manager } = await broker.client();
    await manager.streams.delete(broker.streamName('books'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await relay.recheckStream();
    const info = await manager.streams.info(broker.streamName('books'));
    expect(info.state.messages).toBe(published);
  });
});
