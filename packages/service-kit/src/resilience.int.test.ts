import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { bookCreated, sandboxClockMoved, userRegistered } from '@inkbear/contracts/events';
import { Broker } from './broker.ts';
import { StoredBusinessClock } from './business-clock.ts';
import { on } from './consumer.ts';
import { createLogger } from './logger.ts';
import { connectMongo, type Connection, inTransaction } from './mongo.ts';
import { toProblemError } from './problem.ts';
import type { ServiceDefinition } from './run-service.ts';
import type { BaseEnv } from './env.ts';
import { createNote, exampleService } from './testing/example-service.ts';
import { testEnvelope, testRegistration } from './testing/test-events.ts';
import { testServers } from './testing/test-servers.ts';
import { testUser, TestService } from './testing/test-service.ts';
import { eventually } from './testing/eventually.ts';

const logger = createLogger('test', 'silent');
const user = testUser();

/** Inserts a new row for each handled event, so that an event handled twice has two rows. */
const recordingService: ServiceDefinition<BaseEnv> = {
  ...exampleService,
  createParts: async (platform, env) => {
    const parts = await exampleService.createParts(platform, env);
    const handled = platform.connection.collection<{ _id: string; event: string }>('handled');
    const record = on(bookCreated, async (event, { session }) => {
      await handled.insertOne({ _id: randomUUID(), event: event.data.bookId }, { session });
    });
    const others = parts.subscriptions.filter(({ event }) => event.type !== bookCreated.type);
    return { ...parts, subscriptions: [...others, record] };
  },
};

describe('Relay with a lost stream', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(recordingService);
    await service.platform.connection.createCollection('handled');
  });
  afterAll(async () => await service.stop());

  const write = async (text: string): Promise<string> =>
    String((await service.call(createNote, { as: user, body: { text } })).body['id']);
  const handledTimes = (bookId: string) =>
    service.platform.connection.collection('handled').countDocuments({ event: bookId }, { hint: '_id_' });
  const streamInfo = async () => {
    const { broker } = service.platform;
    const { manager } = await broker.client();
    return await manager.streams.info(broker.streamName('books'));
  };
  const deleteStream = async (): Promise<void> => {
    const { broker } = service.platform;
    const { manager } = await broker.client();
    await manager.streams.delete(broker.streamName('books'));
  };

  it('recreates the stream on the next publish, and delivers old and new events once', async () => {
    const before = await write('before the loss');
    await eventually(async () => (await handledTimes(before)) === 1);
    await deleteStream();
    const after = await write('after the loss');
    await eventually(async () => (await handledTimes(after)) === 1);
    await eventually(async () => (await streamInfo()).state.messages === 2);
    const { broker } = service.platform;
    const { manager } = await broker.client();
    const consumer = () => manager.consumers.info(broker.streamName('books'), 'books__books-book-created-v1');
    await eventually(async () => (await consumer()).num_pending + (await consumer()).num_ack_pending === 0);
    expect([await handledTimes(before), await handledTimes(after)]).toEqual([1, 1]);
  });

  it('recreates the stream although nothing is published', async () => {
    const { messages } = (await streamInfo()).state;
    await deleteStream();
    await eventually(
      async () =>
        await streamInfo().then(
          ({ state }) => state.messages === messages,
          () => false,
        ),
    );
  });

  it('publishes the lost end of the stream again, as after a disk restore', async () => {
    const { connection, relay } = service.platform;
    const bookId = await write('acknowledged by the broker');
    await eventually(async () => (await handledTimes(bookId)) === 1);
    const outbox = connection.collection<{ _id: string; streamSeq: number }>('outbox');
    const row = await outbox.findOne({ type: bookCreated.type, key: bookId } as never);
    if (!row) throw new Error('The event is not in the outbox.');
    const { state } = await streamInfo();
    // An event that the stream does not have, though its row has a sequence after the last message.
    const lost = randomUUID();
    await outbox.insertOne({
      ...row,
      _id: randomUUID(),
      key: lost,
      data: { ...(row as unknown as { data: object }).data, bookId: lost },
      publishedAt: new Date(Date.now() - 1000),
      streamSeq: state.last_seq + 5,
    } as never);
    // Published before the loss is detected, with a reused sequence.
    const next = await write('published after the loss');
    await relay.recheckStream();
    await eventually(async () => (await handledTimes(lost)) === 1);
    expect([await handledTimes(bookId), await handledTimes(next), (await streamInfo()).state.messages]).toEqual([
      1,
      1,
      state.messages + 2,
    ]);
  });

  it('publishes an event again that one replica marked as published after another had detected the loss', async () => {
    const { connection, relay } = service.platform;
    const bookId = await write('published into the lost stream');
    await eventually(async () => (await handledTimes(bookId)) === 1);
    const { messages } = (await streamInfo()).state;
    await deleteStream();
    // The other replica creates the stream, stores its time and marks all rows as unpublished.
    const { created } = await service.platform.broker.ensureStream('books').then(async () => await streamInfo());
    await connection.collection<{ _id: string }>('relay_state').updateOne({ _id: 'stream' }, { $set: { created } });
    await relay.recheckStream();
    await eventually(async () => (await streamInfo()).state.messages === messages);
    expect(await handledTimes(bookId)).toBe(1);
  });
});

describe('Consumer', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start(exampleService)));
  afterAll(async () => await service.stop());

  it('never creates the stream of another service, and consumes once its owner has created it', async () => {
    const { broker, connection, env } = service.platform;
    const { manager } = await broker.client();
    await eventually(
      async () =>
        await manager.streams.info(broker.streamName('books')).then(
          () => true,
          () => false,
        ),
    );
    await new Promise((resolve) => setTimeout(resolve, 700));
    await expect(manager.streams.info(broker.streamName('auth'))).rejects.toThrow('stream not found');

    const owner = new Broker({ url: env.NATS_URL, name: 'auth', prefix: env.NATS_PREFIX, logger });
    await owner.ensureStream('auth');
    const envelope = testEnvelope(userRegistered, user.userId, testRegistration(user.userId));
    const { id } = envelope;
    await owner.publish(userRegistered.type, id, JSON.stringify(envelope), null);
    const notes = connection.collection<{ _id: string }>('notes');
    await eventually(async () => (await notes.findOne({ _id: `welcome:${id}` })) !== null);
    await owner.close();
  });
});

describe('StoredBusinessClock', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start(exampleService)));
  afterAll(async () => await service.stop());

  const clockMoved = (seq: number, offsetMs: number) => testEnvelope(sandboxClockMoved, 'clock', { offsetMs }, { seq });

  it('moves after the event is committed, not in a transaction that is retried or aborted', async () => {
    const { outbox } = service.platform;
    const stored = new StoredBusinessClock(service.platform);
    const event = clockMoved(1, 86_400_000);
    const aheadMs = () => stored.clock.now().getTime() - Date.now();
    const failing = outbox.run(async (transaction) => {
      await stored.subscription.handle(event, transaction);
      throw new Error('the commit fails');
    });
    await expect(failing).rejects.toThrow('the commit fails');
    expect(aheadMs()).toBeLessThan(1000);
    const seen: number[] = [];
    await outbox.run(async (transaction) => {
      await stored.subscription.handle(event, transaction);
      seen.push(aheadMs());
    });
    expect(Math.max(...seen)).toBeLessThan(1000);
    expect(aheadMs()).toBeGreaterThan(86_000_000);

    // Billing moves its own clock before its event comes back; reading the stored row again must not undo that.
    stored.clock.setOffset(2 * 86_400_000);
    await stored.start();
    stored.stop();
    expect(aheadMs()).toBeGreaterThan(172_000_000);
  });

  it('moves when the event is published, also in a replica that does not handle it', async () => {
    const { broker } = service.platform;
    await broker.client();
    const replica = new StoredBusinessClock(service.platform);
    const move = jest.spyOn(replica.clock, 'setOffset');
    broker.publishEphemeral(sandboxClockMoved.type, 'not an event');
    for (const [seq, offsetMs] of [
      [9, 2000],
      [8, 1000],
      [10, 3000],
    ] as const)
      broker.publishEphemeral(sandboxClockMoved.type, JSON.stringify(clockMoved(seq, offsetMs)));
    await eventually(async () => move.mock.calls.length > 1);
    expect(move.mock.calls).toEqual([[2000], [3000]]);
  });
});

describe('an unreachable database', () => {
  const sockets: Socket[] = [];
  let proxy: Server;
  let connection: Connection;
  let hangs: boolean;

  beforeEach(async () => {
    const target = new URL(testServers().MONGODB_URI);
    const { hostname, port } = target;
    hangs = false;
    proxy = createServer((client) => {
      const server = connect(Number(port), hostname);
      sockets.push(client, server);
      if (hangs) return;
      client.pipe(server).pipe(client);
      for (const socket of [client, server]) socket.on('error', () => socket.destroy());
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    target.port = String((proxy.address() as AddressInfo).port);
    target.searchParams.delete('replicaSet');
    target.searchParams.set('directConnection', 'true');
    connection = await connectMongo({ uri: target.href, database: 'test_out_of_reach', logger, commandMs: 300 });
    await connection.collection('rows').findOne({}, { hint: '_id_' });
  });
  afterEach(async () => {
    closeSockets();
    proxy.close();
    await connection.close(true);
  });
  const closeSockets = () => sockets.splice(0).forEach((socket) => socket.destroy());

  it('times out a command outside a transaction', async () => {
    hangs = true;
    for (const socket of sockets) socket.unpipe().pause();
    await expect(connection.collection('rows').findOne({}, { hint: '_id_' })).rejects.toThrow(/timed out/i);
  });

  it('fails reads, writes and transactions with 503 while the connection is lost', async () => {
    const isLost = once(connection, 'disconnected');
    proxy.close();
    closeSockets();
    await isLost;
    const rows = connection.collection('rows');
    const tries = [
      () => rows.findOne({}, { hint: '_id_' }),
      () => rows.updateOne({}, { $set: { a: 1 } }),
      () => inTransaction(connection, (session) => rows.findOne({}, { hint: '_id_', session })),
    ];
    const problems = await Promise.all(
      tries.map((attempt) =>
        attempt().then(
          () => null,
          (error: unknown) => toProblemError(error).code,
        ),
      ),
    );
    expect(problems).toEqual(tries.map(() => 'server.unavailable'));
  });
});
