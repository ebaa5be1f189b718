import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { events } from '@inkbear/contracts/events';
import { consumedEvents, durableName, rateCountsSubject, streamName } from '@inkbear/contracts/messaging';
import { type ProcessName, processNames, serviceNames } from '@inkbear/contracts/services';
import { Broker, connectionOptions } from '@inkbear/service-kit/broker';
import { databaseName } from '@inkbear/service-kit/database-name';
import { createLogger, type Logger } from '@inkbear/service-kit/logger';
import { MongoClient } from 'mongodb';
import { AckPolicy, connect, type NatsConnection } from 'nats';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { type Infrastructure, startInfrastructure } from './infrastructure.ts';
import { codeOf, isPublishRefused, isSubscriptionRefused } from './testing/privileges.ts';

const { MONGODB_URI: _uri, NATS_URL: _nats, ...env } = process.env;
let dataDir: string;
let servers: Infrastructure;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'inkbear-privileges-'));
  servers = await startInfrastructure({ dataDir, env, notablescan: true });
});
afterAll(async () => {
  await servers.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function inMongo<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5000 });
  return await work(client).finally(() => client.close());
}

describe('the database', () => {
  it('rejects unauthenticated connections, and secret files are readable by their owner only', async () => {
    const address = new URL(servers.mongodbUri);
    [address.username, address.password] = ['', ''];
    for (const name of [...address.searchParams.keys()]) if (name.startsWith('auth')) address.searchParams.delete(name);
    const anonymous = address.href;
    const refused = await inMongo(anonymous, (client) =>
      codeOf(client.db('inkbear_auth').collection('users').findOne({}, { hint: '_id_' })),
    );
    expect(refused).toBe('Unauthorized');
    const parameter = { getParameter: 1, enableLocalhostAuthBypass: 1 };
    const { enableLocalhostAuthBypass } = await inMongo(servers.mongodbUri, (client) =>
      client.db('admin').command(parameter),
    );
    expect(enableLocalhostAuthBypass).toBe(false);
    for (const file of ['credentials.json', 'mongod.key', 'nats.conf'])
      expect([file, (await stat(path.join(dataDir, file))).mode & 0o777]).toEqual([file, 0o600]);
    const { nats } = JSON.parse(await readFile(path.join(dataDir, 'credentials.json'), 'utf8')) as {
      nats: Record<string, string>;
    };
    expect(new Set(Object.values(nats)).size).toBe(processNames.length + ['ops', 'tests'].length);
    expect(await readFile(path.join(dataDir, 'nats.conf'), 'utf8')).not.toContain(nats['books']);
  });

  it.each(serviceNames)('lets %s work in its own database and in no other', async (service) => {
    await inMongo(servers.addresses.mongodbUri(service), async (client) => {
      const own = client.db(databaseName(service));
      const rows = own.collection<{ _id: string }>('rows');
      await rows.createIndex({ colour: 1 });
      await rows.insertOne({ _id: 'mine' });
      await client.withSession((session) =>
        session.withTransaction(() => rows.deleteOne({ _id: 'mine' }, { session })),
      );
      expect((await own.listCollections().toArray()).map(({ name }) => name)).toEqual(['rows']);
      const others = [
        ...processNames.filter((name) => name !== service).map(databaseName),
        'admin',
        'local',
        'config',
        'elsewhere',
      ];
      for (const other of others) {
        const foreign = client.db(other).collection<{ _id: string }>(other === 'admin' ? 'system.users' : 'rows');
        const answers = [
          await codeOf(foreign.findOne({}, { hint: '_id_' })),
          await codeOf(foreign.insertOne({ _id: 'theirs' })),
        ];
        expect([other, answers]).toEqual([other, ['Unauthorized', 'Unauthorized']]);
      }
      for (const command of [{ usersInfo: 1 }, { dropDatabase: 1 }, { createUser: 'more', pwd: 'x', roles: [] }]) {
        expect([command, await codeOf(own.command(command))]).toEqual([command, 'Unauthorized']);
      }
    });
  });

  it('lets the gateway access only its rate limit counts', async () => {
    await inMongo(servers.addresses.mongodbUri('gateway'), async (client) => {
      const own = client.db(databaseName('gateway'));
      const counts = own.collection<{ _id: string }>('rate_limits');
      await counts.createIndex({ expire: -1 }, { expireAfterSeconds: 0 });
      await counts.findOneAndUpdate({ _id: 'k' }, { $inc: { points: 1 } }, { upsert: true });
      await counts.deleteOne({ _id: 'k' });
      expect(await codeOf(own.collection('rows').findOne({}, { hint: '_id_' }))).toBe('Unauthorized');
      for (const service of serviceNames) {
        const foreign = client.db(databaseName(service)).collection('rows');
        expect([service, await codeOf(foreign.findOne({}, { hint: '_id_' }))]).toEqual([service, 'Unauthorized']);
      }
    });
  });

  it('lets an operator restore all services, keep snapshots and see connections, and change no users', async () => {
    await inMongo(servers.addresses.mongodbUri('ops'), async (client) => {
      for (const service of serviceNames) {
        const db = client.db(databaseName(service));
        await db.createCollection('restored');
        await db.collection('restored').createIndex({ at: 1 }, { expireAfterSeconds: 0 });
        await db.dropCollection('restored');
      }
      const admin = client.db('admin');
      await admin.command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 300 });
      expect(await admin.aggregate([{ $currentOp: { allUsers: true, idleConnections: true } }]).toArray()).not.toEqual(
        [],
      );
      for (const command of [{ usersInfo: 1 }, { createUser: 'more', pwd: 'x', roles: [] }, { shutdown: 1 }])
        expect([command, await codeOf(admin.command(command))]).toEqual([command, 'Unauthorized']);
      expect(await codeOf(client.db('elsewhere').collection('rows').insertOne({}))).toBe('Unauthorized');
    });
  });
});

/** A raw NATS connection of a process; `inbox` is the prefix of its reply subjects. */
const open = (process: ProcessName | 'ops'): Promise<NatsConnection> =>
  connect({
    ...connectionOptions(servers.addresses.natsUrl(process)),
    inboxPrefix: `_INBOX.${process}`,
    timeout: 5000,
  });

describe('the broker', () => {
  let tests: Broker;
  const logger = createLogger('test', 'silent');
  beforeAll(async () => {
    for (const service of serviceNames) {
      const owner = new Broker({ url: servers.addresses.natsUrl(service), name: service, prefix: '', logger });
      await owner.ensureStream(service);
      await owner.close();
    }
    tests = new Broker({ url: servers.natsUrl, name: 'tests', prefix: '', logger });
  });
  afterAll(async () => await tests.close());
  const messagesOf = async (owner: (typeof serviceNames)[number]): Promise<number> =>
    (await (await tests.client()).manager.streams.info(streamName(owner))).state.messages;

  it('rejects anonymous connections and wrong passwords', async () => {
    const { servers: addresses = [] } = connectionOptions(servers.natsUrl);
    await expect(connect({ servers: addresses })).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' });
    await expect(connect({ servers: addresses, user: 'books', pass: 'books' })).rejects.toMatchObject({
      code: 'AUTHORIZATION_VIOLATION',
    });
  });

  it.each(processNames)(
    'lets %s publish its own events and no others, and read no subject of another',
    async (process) => {
      const connection = await open(process);
      for (const { type, owner } of events)
        expect([type, await isPublishRefused(connection, type)]).toEqual([type, owner !== process]);
      expect(await isPublishRefused(connection, rateCountsSubject)).toBe(process !== 'gateway');
      const foreignInbox = `_INBOX.${process === 'books' ? 'auth' : 'books'}.>`;
      for (const subject of ['>', '_INBOX.>', foreignInbox, '$JS.>', '$SYS.>', 'books.>']) {
        expect([subject, await isSubscriptionRefused(connection, subject)]).toEqual([subject, true]);
      }
      for (const { type } of events) {
        const watched =
          process === 'gateway'
            ? ['auth.session.revoked.v1', 'admin.session.revoked.v1']
            : ['billing.sandbox-clock.moved.v1'];
        expect([type, await isSubscriptionRefused(connection, type)]).toEqual([type, !watched.includes(type)]);
      }
      await connection.close();
    },
  );

  it.each(processNames)('lets %s use no stream and no consumer but its own', async (process) => {
    const connection = await open(process);
    const consumed: string[] = process === 'gateway' ? [] : consumedEvents[process].map(({ type }) => type);
    for (const owner of serviceNames) {
      const stream = streamName(owner);
      for (const action of ['CREATE', 'INFO']) {
        const subject = `$JS.API.STREAM.${action}.${stream}`;
        expect([subject, await isPublishRefused(connection, subject)]).toEqual([subject, owner !== process]);
      }
      for (const action of ['UPDATE', 'DELETE', 'PURGE', 'MSG.GET', 'MSG.DELETE', 'SNAPSHOT', 'RESTORE']) {
        const subject = `$JS.API.STREAM.${action}.${stream}`;
        expect([subject, await isPublishRefused(connection, subject)]).toEqual([subject, true]);
      }
      for (const subject of [
        `$JS.API.CONSUMER.CREATE.${stream}`,
        `$JS.API.DIRECT.GET.${stream}`,
        `$JS.API.CONSUMER.LIST.${stream}`,
      ]) {
        expect([subject, await isPublishRefused(connection, subject)]).toEqual([subject, true]);
      }
    }
    for (const { type, owner } of events) {
      const own = durableName(process as 'books', type);
      const another = durableName(process === 'admin' ? 'auth' : 'admin', type);
      const mayConsume = consumed.includes(type);
      // The second is the reply subject of a delivered message: who may publish to it can lose the message.
      for (const subjectOf of [
        (durable: string) => `$JS.API.CONSUMER.MSG.NEXT.${streamName(owner)}.${durable}`,
        (durable: string) => `$JS.ACK.${streamName(owner)}.${durable}.1.1.1.1700000000000000000.0`,
      ]) {
        expect([own, await isPublishRefused(connection, subjectOf(own))]).toEqual([own, !mayConsume]);
        expect([another, await isPublishRefused(connection, subjectOf(another))]).toEqual([another, true]);
      }
    }
    await connection.close();
  });

  it('lets an operator delete streams, and neither read nor publish events', async () => {
    const connection = await open('ops');
    for (const { type } of events) {
      expect([type, await isPublishRefused(connection, type)]).toEqual([type, true]);
      expect([type, await isSubscriptionRefused(connection, type)]).toEqual([type, true]);
    }
    for (const owner of serviceNames) {
      const stream = streamName(owner);
      for (const action of ['CREATE', 'INFO', 'UPDATE', 'PURGE', 'MSG.GET', 'SNAPSHOT', 'RESTORE']) {
        const subject = `$JS.API.STREAM.${action}.${stream}`;
        expect([subject, await isPublishRefused(connection, subject)]).toEqual([subject, true]);
      }
      const subject = `$JS.API.CONSUMER.CREATE.${stream}`;
      expect([subject, await isPublishRefused(connection, subject)]).toEqual([subject, true]);
    }
    await connection.close();
  });

  it('rejects a forged entitlement event of another process', async () => {
    const before = await messagesOf('billing');
    const forged = 'billing.entitlement.changed.v1';
    for (const process of processNames.filter((name) => name !== 'billing')) {
      const connection = await open(process);
      expect([process, await isPublishRefused(connection, forged)]).toEqual([process, true]);
      await connection.close();
    }
    expect(await messagesOf('billing')).toBe(before);
  });

  /**
   * NATS delivers to any reply subject: an attacker could store a forgery in its own stream and have it delivered
   * elsewhere.
   */
  async function deliverOwnMessageTo(process: 'auth' | 'admin', own: string, subject: string): Promise<string> {
    const marker = randomUUID();
    const connection = await open(process);
    const { consumers } = await connection.jetstreamManager({ checkAPI: false });
    const durable = durableName(process, own);
    const stream = streamName(process);
    await consumers.add(stream, { durable_name: durable, filter_subject: own, ack_policy: AckPolicy.Explicit });
    connection.publish(own, JSON.stringify({ type: subject, marker }));
    connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`, '{"batch":100,"no_wait":true}', {
      reply: subject,
    });
    const push = { durable_name: durable, filter_subject: own, deliver_subject: subject, ack_policy: AckPolicy.None };
    const republish = { republish: { src: '>', dest: subject } };
    const manager = await connection.jetstreamManager({ checkAPI: false });
    await Promise.all([codeOf(consumers.add(stream, push)), codeOf(manager.streams.update(stream, republish))]);
    connection.publish(own, JSON.stringify({ type: subject, marker }));
    await connection.flush();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await connection.close();
    return marker;
  }

  it('does not let a process publish messages under the subject of another through a consumer', async () => {
    const entitlement = 'billing.entitlement.changed.v1';
    const marker = await deliverOwnMessageTo('auth', 'auth.user.removed.v1', entitlement);
    const { manager } = await tests.client();
    const { state } = await manager.streams.info(streamName('billing'));
    const forged: string[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      const { subject, data } = await manager.streams.getMessage(streamName('billing'), { seq });
      if (subject === entitlement && Buffer.from(data).includes(marker)) forged.push(subject);
    }
    expect(forged).toEqual([]);
  });

  it('does not deliver a message of another subject to a subscriber', async () => {
    const received: string[] = [];
    const gateway = new Broker({ url: servers.addresses.natsUrl('gateway'), name: 'gateway', prefix: '', logger });
    gateway.subscribe({ subject: 'auth.session.revoked.v1', receive: (json) => void received.push(json) });
    await (await gateway.client()).connection.flush();
    const marker = await deliverOwnMessageTo('admin', 'admin.admin-action.recorded.v1', 'auth.session.revoked.v1');
    const auth = await open('auth');
    auth.publish('auth.session.revoked.v1', 'a real one');
    await auth.flush();
    await eventually(() => received.includes('a real one'));
    expect(received.filter((data) => data.includes(marker))).toEqual([]);
    await auth.close();
    await gateway.close();
  });

  it('logs a rejected subscription with its subject and retries', async () => {
    const lines: { msg: string; fields: Record<string, unknown> }[] = [];
    const recording = {
      warn: (fields: Record<string, unknown>, msg: string) => lines.push({ msg, fields }),
      info: () => undefined,
      error: () => undefined,
    } as unknown as Logger;
    const broker = new Broker({
      url: servers.addresses.natsUrl('gateway'),
      name: 'gateway',
      prefix: '',
      logger: recording,
    });
    broker.subscribe({ subject: 'books.book.created.v1', receive: () => undefined });
    await eventually(() => lines.filter(({ msg }) => msg === 'nats_subscribe_failed').length >= 2);
    const failed = lines
      .filter(({ msg }) => msg === 'nats_subscribe_failed')
      .map(({ fields }) => [fields['subject'], fields['attempt'], fields['retryInMs']]);
    expect(failed.slice(0, 2)).toEqual([
      ['books.book.created.v1', 1, 250],
      ['books.book.created.v1', 2, 500],
    ]);
    await broker.close();
  });
});
