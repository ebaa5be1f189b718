import { randomBytes, randomUUID } from 'node:crypto';
import { types } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { bookCreated } from '@inkbear/contracts/events';
import type { Connection } from 'mongoose';
import { type ConsumerMessages, type JsMsg, nanos } from 'nats';
import pMap from 'p-map';
import { Broker } from './broker.ts';
import { Consumer, on } from './consumer.ts';
import { DeadLetters } from './dead-letters.ts';
import { Inbox } from './inbox.ts';
import { createLogger } from './logger.ts';
import { createCollections, migrate } from './migrations.ts';
import { connectMongo } from './mongo.ts';
import { Outbox, type OutboxRow } from './outbox.ts';
import { Relay } from './relay.ts';
import { eventually } from './testing/eventually.ts';
import { testServers } from './testing/test-servers.ts';

type Part = 'relay' | 'consumer';
type Client = Awaited<ReturnType<Broker['client']>>;

const logger = createLogger('test', 'silent');
/** Shorter than in production, so that the messages of a dead process are delivered again soon. */
const ackWaitMs = 1000;
const parallelRounds = 4;

interface ProcessOptions {
  /** The name of the database, and of the stream in another form. */
  readonly run: string;
  /** The index, from 0, of the call during which the process dies; null if it does not die. */
  readonly diesAt: number | null;
}

/**
 * A process with a relay and a consumer. It dies while it waits for a reply of MongoDB or NATS: the call was made, but
 * its reply is lost, and no other call is made any more.
 */
class CrashingProcess {
  readonly outbox: Outbox;
  readonly relay: Relay;
  readonly consumer: Consumer;
  /** The names of the calls that were answered, in order. */
  readonly calls: string[] = [];
  readonly connection: Connection;
  readonly broker: Broker;
  readonly #diesAt: number | null;
  readonly #openSessions = new Set<object>();
  readonly #subscriptions: ConsumerMessages[] = [];
  #isDead = false;

  private constructor(connection: Connection, broker: Broker, diesAt: number | null) {
    this.connection = connection;
    this.broker = broker;
    this.#diesAt = diesAt;
    this.#watchConnection(connection);
    this.#watchBroker(broker);
    this.outbox = new Outbox(connection, 'books');
    this.relay = new Relay({ connection, broker, service: 'books', logger, outbox: this.outbox });
    const handled = connection.collection<{ _id: string; eventId: string }>('handled');
    this.consumer = new Consumer({
      service: 'books',
      // Each run of the handler adds a row, so an event that is handled twice has two.
      subscription: on(bookCreated, async ({ id }, { session }) => {
        await handled.insertOne({ _id: randomUUID(), eventId: id }, { session });
      }),
      broker,
      databaseProbe: { repeatAfterOutage: (work) => work() },
      inbox: new Inbox(connection, this.outbox),
      deadLetters: new DeadLetters(connection, logger),
      erasure: { isErased: () => this.#call('isErased', () => Promise.resolve(false)) },
      logger,
    });
  }

  static async start({ run, diesAt }: ProcessOptions): Promise<CrashingProcess> {
    const { MONGODB_URI: uri, NATS_URL: url } = testServers();
    const connection = await connectMongo({ uri, database: run, logger });
    const broker = new Broker({ url, name: 'books', prefix: `${run}.`, logger });
    await broker.client();
    return new CrashingProcess(connection, broker, diesAt);
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  async emit(bookId: string): Promise<void> {
    const data = { bookId, userId: 'author', genre: 'general', createdAt: new Date().toISOString() };
    await this.outbox.run(async ({ emit }) => void (await emit(bookCreated, bookId, data)));
  }

  /** Ends what is left of a dead process too: MongoDB itself would abort its transaction only after a minute. */
  async stop(): Promise<void> {
    await Promise.all([this.relay.stop(), this.consumer.stop()]);
    await eventually(() => this.#openSessions.size === 0);
    await this.broker.close();
    await this.connection.close();
  }

  async #call<T>(name: string, make: () => Promise<T>): Promise<T> {
    this.#requireAlive();
    const reply = await make();
    this.#receive(name);
    return reply;
  }

  /** Counts a reply. Throws when the process has died before it. */
  #receive(name: string): void {
    this.#requireAlive();
    if (this.calls.push(name) - 1 !== this.#diesAt) return;
    this.#isDead = true;
    for (const messages of this.#subscriptions) messages.stop();
    void Broker.prototype.client.call(this.broker).then(({ connection }) => connection.close());
    this.#requireAlive();
  }

  #requireAlive(): void {
    if (this.#isDead) throw new Error('The process is dead.');
  }

  #watchConnection(connection: Connection): void {
    const collection = connection.collection.bind(connection);
    connection.collection = (name: string) => this.#watch(collection(name), name);
    const startSession = connection.startSession.bind(connection);
    connection.startSession = async (options) => {
      const session = await this.#call('startSession', () => startSession(options));
      this.#openSessions.add(session);
      const commit = session.commitTransaction.bind(session);
      const end = session.endSession.bind(session);
      session.commitTransaction = (...args) => this.#call('commitTransaction', () => commit(...args));
      session.endSession = async (...args) => {
        await end(...args);
        this.#openSessions.delete(session);
      };
      return session;
    };
  }

  /** Counts the promises that the methods of a collection or of its cursors return. */
  #watch<T extends object>(target: T, name: string): T {
    return new Proxy(target, {
      get: (_target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          this.#requireAlive();
          const result: unknown = Reflect.apply(value, target, args);
          if (types.isPromise(result)) return this.#call(`${name}.${String(key)}`, () => result);
          return typeof result === 'object' && result !== null ? this.#watch(result, name) : result;
        };
      },
    });
  }

  #watchBroker(broker: Broker): void {
    const publish = broker.publish.bind(broker);
    const ensureStream = broker.ensureStream.bind(broker);
    const client = broker.client.bind(broker);
    broker.publish = (...args) => this.#call('publish', () => publish(...args));
    broker.ensureStream = (owner) => this.#call('ensureStream', () => ensureStream(owner));
    broker.client = () => this.#call('client', async () => this.#watchClient(await client()));
  }

  #watchClient({ connection, manager, jetstream }: Client): Client {
    const add: typeof manager.consumers.add = (stream, config) =>
      this.#call('consumers.add', () => manager.consumers.add(stream, { ...config, ack_wait: nanos(ackWaitMs) }));
    const get = async (stream: string, name: string) => {
      const consumer = await this.#call('consumers.get', () => jetstream.consumers.get(stream, name));
      return {
        consume: async (options: Parameters<typeof consumer.consume>[0]) =>
          this.#watchMessages(
            await this.#call('consume', async () => {
              const messages = await consumer.consume(options);
              this.#subscriptions.push(messages);
              return messages;
            }),
          ),
      };
    };
    const info = manager.consumers.info.bind(manager.consumers);
    return {
      connection,
      manager: { consumers: { add, info } },
      jetstream: { consumers: { get } },
    } as unknown as Client;
  }

  #watchMessages(messages: ConsumerMessages) {
    return {
      stop: () => messages.stop(),
      status: () => messages.status(),
      [Symbol.asyncIterator]: () => this.#deliver(messages),
    };
  }

  async *#deliver(messages: ConsumerMessages): AsyncGenerator<JsMsg> {
    for await (const message of messages) {
      this.#receive('fetch');
      const [ack, nak] = [message.ack.bind(message), message.nak.bind(message)];
      message.ack = () => {
        ack();
        this.#receive('ack');
      };
      message.nak = (delayMs) => {
        if (!this.#isDead) nak(delayMs);
      };
      yield message;
    }
  }
}

/**
 * Four events in the outbox, of which two were published before the broker lost the stream, and one of these was handled
 * too. One part of a process delivers them and dies, then a new process continues.
 */
class Round {
  readonly #run = `test_crash_${randomBytes(5).toString('hex')}`;

  /** The calls of the process that dies, and how often each event was handled in the end. */
  async run(part: Part, diesAt: number | null): Promise<{ calls: string[]; timesHandled: number[] }> {
    const observer = await CrashingProcess.start({ run: this.#run, diesAt: null });
    await this.#prepare(observer);
    if (part === 'consumer') await this.#runPart('relay', observer, null);
    const calls = await this.#runPart(part, observer, diesAt);
    const next = await CrashingProcess.start({ run: this.#run, diesAt: null });
    next.relay.start();
    next.consumer.start();
    await eventually(async () => (await isPublished(observer)) && (await isConsumed(next)));
    await next.stop();
    const timesHandled = await countHandled(observer);
    await observer.connection.dropDatabase();
    await observer.stop();
    return { calls, timesHandled };
  }

  async #prepare(observer: CrashingProcess): Promise<void> {
    const { connection } = observer;
    await migrate(
      connection,
      [{ id: '0001-handled', up: (database) => createCollections(database, ['handled']) }],
      logger,
    );
    const first = await CrashingProcess.start({ run: this.#run, diesAt: null });
    await first.emit('handled before the loss');
    first.relay.start();
    first.consumer.start();
    await eventually(async () => (await countHandled(observer))[0] === 1);
    await first.consumer.stop();
    await first.emit('published before the loss');
    await eventually(() => isPublished(observer));
    await first.relay.stop();
    const { manager } = await Broker.prototype.client.call(observer.broker);
    await manager.streams.delete(observer.broker.streamName('books'));
    await first.stop();
    await observer.emit('first after the loss');
    await observer.emit('second after the loss');
  }

  async #runPart(part: Part, observer: CrashingProcess, diesAt: number | null): Promise<string[]> {
    const crashing = await CrashingProcess.start({ run: this.#run, diesAt });
    crashing[part].start();
    const isDone = () => (part === 'relay' ? isPublished(observer) : isConsumed(observer));
    await eventually(() => (diesAt === null ? isDone() : crashing.isDead));
    await crashing.stop();
    return crashing.calls;
  }
}

const isPublished = async ({ connection }: CrashingProcess): Promise<boolean> =>
  (await connection.collection('outbox').countDocuments({ publishedAt: null })) === 0;

async function isConsumed({ consumer }: CrashingProcess): Promise<boolean> {
  const lag = await consumer.readLag();
  return lag !== null && lag.pending + lag.ackPending === 0;
}

async function countHandled({ connection }: CrashingProcess): Promise<number[]> {
  const events = await connection.collection<OutboxRow>('outbox').find({}).sort({ _id: 1 }).toArray();
  const rows = await connection.collection<{ eventId: string }>('handled').find({}, { hint: '_id_' }).toArray();
  return events.map(({ _id }) => rows.filter(({ eventId }) => eventId === _id).length);
}

describe('a crash', () => {
  const onceEach = [1, 1, 1, 1];
  it.each<[Part, string[]]>([
    ['relay', ['ensureStream', 'relay_state.updateOne', 'outbox.toArray', 'publish', 'outbox.updateMany']],
    [
      'consumer',
      ['consume', 'fetch', 'inbox.findOne', 'inbox.insertOne', 'handled.insertOne', 'commitTransaction', 'ack'],
    ],
  ])(
    'of the %s while it waits for any reply loses no event, and none is handled twice',
    async (part, expectedCalls) => {
      const { calls, timesHandled } = await new Round().run(part, null);
      expect(calls).toEqual(expect.arrayContaining(expectedCalls));
      expect(timesHandled).toEqual(onceEach);
      const handledAfter = await pMap(
        calls.keys(),
        async (diesAt) => ({ diesAt, timesHandled: (await new Round().run(part, diesAt)).timesHandled }),
        { concurrency: parallelRounds },
      );
      expect(handledAfter).toEqual(calls.map((_call, diesAt) => ({ diesAt, timesHandled: onceEach })));
    },
  );
});
