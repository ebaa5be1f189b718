import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { requestContext } from './request-context.ts';
import { reply } from './serve.ts';
import { eventually } from './testing/eventually.ts';
import { createNote, exampleService } from './testing/example-service.ts';
import { testUser, TestService } from './testing/test-service.ts';

describe('Idempotency', () => {
  const user = testUser();
  let service: TestService;
  beforeAll(async () => (service = await TestService.start(exampleService)));
  afterAll(async () => await service.stop());
  const notes = () => service.platform.connection.collection('notes');

  it('returns the same reply for a repeated idempotency key, and rejects the key for another body', async () => {
    const headers = { 'idempotency-key': 'key-number-1' };
    const first = await service.call(createNote, { as: user, body: { text: 'once' }, headers });
    const second = await service.call(createNote, { as: user, body: { text: 'once' }, headers });
    expect(second.body).toEqual(first.body);
    expect(await notes().countDocuments({ text: 'once' }, { hint: '_id_' })).toBe(1);
    expect((await service.call(createNote, { as: user, body: { text: 'other' }, headers })).body['code']).toBe(
      'request.key_reused',
    );
  });

  it('stores only a keyed hash of a body with a password', async () => {
    const { connection, idempotency } = service.platform;
    const bodyOf = (password: string) => Buffer.from(JSON.stringify({ password }));
    const repeat = (password: string) =>
      idempotency.runOnce(
        idempotency.identify({
          key: 'key-with-a-secret',
          route: 'r',
          actor: 'a',
          params: undefined,
          body: bodyOf(password),
          hasSecret: true,
        }),
        () => Promise.resolve(reply(201, { made: 'once' })),
      );
    expect([(await repeat('violet-otter-9')).body, (await repeat('violet-otter-9')).body]).toEqual([
      { made: 'once' },
      { made: 'once' },
    ]);
    await expect(repeat('other-otter-10')).rejects.toMatchObject({ code: 'request.key_reused' });
    const kept = await connection
      .collection<{ _id: string; bodyHash: string }>('idempotency_keys')
      .findOne({ _id: 'a:r:key-with-a-secret' });
    expect(kept?.bodyHash).toHaveLength(44);
    expect(kept?.bodyHash).not.toBe(
      createHash('sha256').update('null').update(bodyOf('violet-otter-9')).digest('base64'),
    );
  });

  it('stores no reply longer than 64 KB, and still does nothing twice', async () => {
    const { connection, idempotency } = service.platform;
    const request = idempotency.identify({
      key: 'key-of-a-long-reply',
      route: 'r',
      actor: 'a',
      params: {},
      body: undefined,
    });
    let runs = 0;
    const work = () => {
      runs += 1;
      return Promise.resolve(reply(201, { text: 'x'.repeat(66_000) }));
    };
    expect((await idempotency.runOnce(request, work)).body).toEqual({ text: 'x'.repeat(66_000) });
    await expect(idempotency.runOnce(request, work)).rejects.toMatchObject({ code: 'request.already_done' });
    const row = await connection.collection<{ _id: string }>('idempotency_keys').findOne({ _id: request.id });
    expect([runs, JSON.stringify(row).length < 500]).toEqual([1, true]);
  });

  it('lets a handler that stores its result itself answer a repeat, and stores no reply', async () => {
    const { connection, idempotency } = service.platform;
    const request = idempotency.identify({
      key: 'key-of-a-result',
      route: 'r',
      actor: 'a',
      params: {},
      body: undefined,
    });
    const answer = (made: string) =>
      idempotency.runOnce(request, () => Promise.resolve(reply(200, { made })), { storesOwnResult: true });
    expect([(await answer('first')).body, (await answer('next')).body]).toEqual([{ made: 'first' }, { made: 'next' }]);
    const row = await connection.collection<{ _id: string }>('idempotency_keys').findOne({ _id: request.id });
    expect(row).toMatchObject({ reply: null, finishedAt: expect.any(Date) });
  });

  it('takes over an attempt that has not renewed its row for 30 s, and no other', async () => {
    const { connection, idempotency } = service.platform;
    const request = idempotency.identify({
      key: 'key-of-a-long-call',
      route: 'r',
      actor: 'a',
      params: {},
      body: undefined,
    });
    const run = () => idempotency.runOnce(request, () => Promise.resolve(reply(200, {})));
    const keys = connection.collection<{ _id: string; startedAt: Date }>('idempotency_keys');
    const row = { _id: request.id, bodyHash: request.bodyHash, attempt: 'of another process', reply: null };
    await keys.insertOne({ ...row, startedAt: new Date(Date.now() - 25_000) });
    await expect(run()).rejects.toMatchObject({ code: 'request.in_progress' });
    await keys.updateOne({ _id: request.id }, { $set: { startedAt: new Date(Date.now() - 31_000) } });
    expect((await run()).status).toBe(200);
  });

  it('renews the row of a request that takes long', async () => {
    const { connection, idempotency } = service.platform;
    const request = idempotency.identify({
      key: 'key-of-slow-work',
      route: 'r',
      actor: 'a',
      params: {},
      body: undefined,
    });
    const keys = connection.collection<{ _id: string; startedAt: Date }>('idempotency_keys');
    const { promise, resolve } = Promise.withResolvers<void>();
    const intervals = jest.spyOn(globalThis, 'setInterval');
    try {
      const running = idempotency.runOnce(request, () => promise.then(() => reply(200, {})));
      await eventually(async () => (await keys.findOne({ _id: request.id })) !== null);
      const old = new Date(Date.now() - 29_000);
      await keys.updateOne({ _id: request.id }, { $set: { startedAt: old } });
      const [renew] = intervals.mock.calls.find(([, ms]) => ms === 10_000) ?? [];
      renew?.();
      await eventually(async () => ((await keys.findOne({ _id: request.id }))?.startedAt ?? old) > old);
      resolve();
      expect((await running).status).toBe(200);
    } finally {
      intervals.mockRestore();
    }
  });

  it('keeps the newest 500 keys of an actor', async () => {
    const { connection, idempotency } = service.platform;
    const keys = connection.collection<{ _id: string; actor: string; startedAt: Date }>('idempotency_keys');
    const [actor, hour] = ['many-keys', 3_600_000];
    await keys.insertMany(
      Array.from({ length: 900 }, (_row, index) => ({
        _id: `${actor}:r:old-key-${index}`,
        actor,
        startedAt: new Date(Date.now() - hour + index),
      })),
    );
    for (let index = 0; index < 50; index += 1) {
      const request = { key: `new-key-${index}`, route: 'r', actor, params: {}, body: undefined };
      await idempotency.runOnce(idempotency.identify(request), () => Promise.resolve(reply(201, {})));
    }
    const count = await eventually(
      () => keys.countDocuments({ actor }),
      (rows) => rows < 900,
    );
    expect([count >= 500, count <= 550]).toEqual([true, true]);
    expect(await keys.findOne({ _id: `${actor}:r:new-key-0` })).not.toBeNull();
  });

  it('does nothing twice when the process died after the commit and before storing the reply', async () => {
    const headers = { 'idempotency-key': 'key-of-a-crash' };
    const replies = service.platform.connection.collection<{ _id: string }>('idempotency_keys');
    const _id = `${user.userId}:createNote:key-of-a-crash`;
    await service.call(createNote, { as: user, body: { text: 'crashed' }, headers });
    const long = new Date(Date.now() - 60_000);
    await replies.updateOne({ _id }, { $set: { reply: null, startedAt: long } });
    expect((await service.call(createNote, { as: user, body: { text: 'crashed' }, headers })).body['code']).toBe(
      'request.already_done',
    );
    expect(await notes().countDocuments({ text: 'crashed' }, { hint: '_id_' })).toBe(1);
    await replies.updateOne({ _id }, { $unset: { committedAt: 1 } });
    expect((await service.call(createNote, { as: user, body: { text: 'crashed' }, headers })).status).toBe(201);
  });

  it('lets an attempt that was taken over neither commit nor change the stored reply', async () => {
    const { connection, idempotency, outbox } = service.platform;
    const written = connection.collection<{ _id: string; text: string }>('notes');
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const takenOver = (params: object) =>
      idempotency.identify({ key: 'key-taken-over', route: 'r', actor: 'a', params, body: undefined });
    const attempt = (name: string, wait: Promise<void>) =>
      requestContext.run({ requestId: name, actor: 'a' }, () =>
        idempotency.runOnce(takenOver({}), async () => {
          await wait;
          await outbox.run(
            async ({ session }) => void (await written.insertOne({ _id: name, text: name }, { session })),
          );
          return reply(201, { text: name });
        }),
      );
    const slow = attempt('slow', held);
    const replies = connection.collection<{ _id: string }>('idempotency_keys');
    await eventually(
      async () =>
        (await replies.updateOne({ _id: 'a:r:key-taken-over' }, { $set: { startedAt: new Date(Date.now() - 60_000) } }))
          .matchedCount === 1,
    );
    expect((await attempt('quick', Promise.resolve())).body).toEqual({ text: 'quick' });
    release();
    await expect(slow).rejects.toMatchObject({ code: 'request.in_progress' });
    expect(await written.findOne({ _id: 'slow' })).toBeNull();
    expect((await attempt('third', Promise.resolve())).body).toEqual({ text: 'quick' });
    await expect(
      idempotency.runOnce(takenOver({ id: 'other' }), () => Promise.reject(new Error('must not run'))),
    ).rejects.toMatchObject({ code: 'request.key_reused' });
  });
});
