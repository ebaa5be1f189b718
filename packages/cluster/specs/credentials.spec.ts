import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { events } from '@inkbear/contracts/events';
import { streamName } from '@inkbear/contracts/messaging';
import { type ProcessName, processNames, serviceNames } from '@inkbear/contracts/services';
import { codeOf, isPublishRefused, isSubscriptionRefused } from '@inkbear/local/testing/privileges';
import { connectionOptions } from '@inkbear/service-kit/broker';
import { databaseName } from '@inkbear/service-kit/database-name';
import { MongoClient } from 'mongodb';
import { connect } from 'nats';
import { readConnections } from '../src/connections.ts';
import { type Installation, useInstallation } from '../src/installation.ts';
import { PortForward } from '../src/port-forward.ts';

/** Returns the databases from which a client may read. */
async function findOpenDatabases(client: MongoClient, databases: readonly string[]): Promise<string[]> {
  const open: string[] = [];
  for (const name of databases) {
    const rows = client.db(name).collection(name === 'admin' ? 'system.users' : 'rows');
    if ((await codeOf(rows.findOne())) !== 'Unauthorized') open.push(name);
  }
  return open;
}

describe('the credentials of each process', () => {
  let installation: Installation;
  let mongodb: PortForward;
  let nats: PortForward;
  beforeAll(async () => {
    installation = await useInstallation();
    mongodb = await PortForward.open('pod/mongodb-0', 27_017);
    nats = await PortForward.open('pod/nats-0', 4222);
  }, 600_000);
  afterAll(() => {
    mongodb.close();
    nats.close();
    installation.gateway.close();
  });

  it.each(processNames)('open the database of %s and no other', async (name) => {
    const { mongodbUri } = await readConnections(name, { mongodb: mongodb.port, nats: nats.port });
    const client = new MongoClient(mongodbUri, { serverSelectionTimeoutMS: 10_000 });
    try {
      const databases = [...processNames.map(databaseName), 'admin', 'local', 'config', 'elsewhere'];
      // The gateway may use only its collection of rate limit counts.
      expect(await findOpenDatabases(client, databases)).toEqual(name === 'gateway' ? [] : [databaseName(name)]);
    } finally {
      await client.close();
    }
  });

  const openNats = async (name: ProcessName) => {
    const { natsUrl } = await readConnections(name, { mongodb: mongodb.port, nats: nats.port });
    return await connect({ ...connectionOptions(natsUrl), inboxPrefix: `_INBOX.${name}`, timeout: 10_000 });
  };

  it.each(processNames)('let %s publish no event and read no subject of another process', async (name) => {
    const connection = await openNats(name);
    try {
      for (const { type, owner } of events) {
        if (owner === name) continue;
        expect([type, await isPublishRefused(connection, type)]).toEqual([type, true]);
      }
      const inboxOfAnother = `_INBOX.${name === 'books' ? 'auth' : 'books'}.>`;
      for (const subject of ['>', '_INBOX.>', inboxOfAnother, '$JS.>', '$SYS.>', 'books.>'])
        expect([subject, await isSubscriptionRefused(connection, subject)]).toEqual([subject, true]);
      for (const owner of serviceNames.filter((each) => each !== name))
        for (const action of ['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'MSG.GET']) {
          const subject = `$JS.API.STREAM.${action}.${streamName(owner)}`;
          expect([subject, await isPublishRefused(connection, subject)]).toEqual([subject, true]);
        }
    } finally {
      await connection.close();
    }
  });
});
