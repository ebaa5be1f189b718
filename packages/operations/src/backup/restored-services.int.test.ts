import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { register } from '@inkbear/contracts/auth/account';
import { streamName } from '@inkbear/contracts/messaging';
import { databaseName } from '@inkbear/service-kit/database-name';
import { TestService } from '@inkbear/service-kit/testing/test-service';
import { connectionOptions } from '@inkbear/service-kit/broker';
import { connect } from 'nats';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { definition as authDefinition } from '../../../../services/auth/src/definition.ts';
import { erasuresOperation } from '../../../../services/auth/src/users/erasures-command.ts';
import { repeatErasures } from '../../../../services/auth/src/users/repeat-erasures.ts';
import { definition as reviewsDefinition } from '../../../../services/reviews/src/definition.ts';
import { commands } from '../commands.ts';
import type { Target } from '../target.ts';
import { TestTarget } from '../testing/test-target.ts';
import { backupOperation } from './backup-command.ts';
import { restoreOperation } from './restore-command.ts';
import { deleteStreams } from './streams.ts';

let server: TestTarget;
const running = new Set<TestService>();
beforeAll(async () => {
  server = await TestTarget.start();
});
afterEach(async () => {
  for (const service of running) await stop(service);
  await server.clear();
  await deleteStreams(server.infrastructure.addresses.natsUrl('ops'));
});
afterAll(async () => {
  await server.stop();
});

async function start(definition: typeof authDefinition | typeof reviewsDefinition): Promise<TestService> {
  const { mongodbUri, natsUrl } = server.infrastructure;
  const service = await TestService.start(definition as typeof authDefinition, {
    MONGODB_URI: mongodbUri,
    MONGODB_DATABASE: databaseName(definition.name),
    NATS_URL: natsUrl,
    NATS_PREFIX: '',
    PASSWORD_COST: 10,
  });
  running.add(service);
  return service;
}

/** Stops a service. Its database is gone afterwards, as after the loss of a disk. */
async function stop(service: TestService): Promise<void> {
  running.delete(service);
  await service.stop();
}

async function addUser(auth: TestService): Promise<string> {
  const body = { email: `${randomUUID()}@example.com`, password: 'violet-otter-9', firstName: 'A', lastName: 'B' };
  return String((await auth.call(register, { body })).body['id']);
}

/** Users that the reviews service has heard of. */
const listReviewers = async (): Promise<string[]> =>
  (
    await server.admin
      .db('inkbear_reviews')
      .collection<{ _id: string }>('reviewers')
      .find({}, { hint: '_id_' })
      .toArray()
  )
    .map(({ _id }) => _id)
    .toSorted();
const countUnpublished = (): Promise<number> =>
  server.admin.db('inkbear_auth').collection('outbox').countDocuments({ publishedAt: null });

async function countStreamMessages(): Promise<number> {
  const connection = await connect(connectionOptions(server.infrastructure.natsUrl));
  const manager = await connection.jetstreamManager();
  const { state } = await manager.streams.info(streamName('auth'));
  await connection.close();
  return state.messages;
}

const backUp = async (name: string): Promise<string> => {
  const folder = path.join(server.folder, name, 'backup');
  await server.run(backupOperation, ['--to', folder]);
  return folder;
};

describe('services after a restore', () => {
  it('consume the events of the backup again, and none that are newer', async () => {
    const auth = await start(authDefinition);
    const reviews = await start(reviewsDefinition);
    const ada = await addUser(auth);
    await eventually(listReviewers, (ids) => ids.includes(ada));
    await stop(reviews);
    // Not consumed when the backup is made, but consumed and acknowledged before the loss.
    const bert = await addUser(auth);
    await eventually(countUnpublished, (count) => count === 0);
    const backup = await backUp('events');
    const again = await start(reviewsDefinition);
    await eventually(listReviewers, (ids) => ids.includes(bert));
    await stop(again);
    // Newer than the backup, and still in the stream when the services start again.
    await addUser(auth);
    await eventually(countUnpublished, (count) => count === 0);
    await stop(auth);

    const lines = await server.run(restoreOperation, [backup]);
    expect(lines[1]).toMatch(/^2 streams deleted/);
    const restored = await start(authDefinition);
    await start(reviewsDefinition);
    const expected = [ada, bert].toSorted();
    expect(await eventually(listReviewers, (ids) => ids.length >= 2)).toEqual(expected);
    await eventually(countUnpublished, (count) => count === 0);
    const events = await restored.emitted();
    expect(await countStreamMessages()).toBe(events.length);
    const newest = await addUser(restored);
    expect(await eventually(listReviewers, (ids) => ids.includes(newest))).toEqual([...expected, newest].toSorted());
  });

  it('publish all events again even when the streams were kept', async () => {
    const auth = await start(authDefinition);
    await addUser(auth);
    await eventually(countUnpublished, (count) => count === 0);
    const backup = await backUp('kept-streams');
    await stop(auth);
    const target: Target = {
      ...server.target,
      withServersOnly: (work) => work({ ...server.target.servers(), natsUrl: null }),
    };
    await expect(server.run(restoreOperation, [backup], target)).rejects.toThrow('Set NATS_URL');
    await server.run(restoreOperation, [backup, '--new-broker'], target);
    const since = new Date();
    const restored = await start(authDefinition);
    const republished = () =>
      restored.platform.connection.collection('outbox').countDocuments({ publishedAt: { $gte: since } });
    expect(await eventually(republished, (count) => count > 0)).toBe((await restored.emitted()).length);
  });

  it('erase accounts again that were erased after the backup', async () => {
    const auth = await start(authDefinition);
    const reviews = await start(reviewsDefinition);
    const [kept, erased, erasedLater] = [await addUser(auth), await addUser(auth), await addUser(auth)];
    await eventually(listReviewers, (ids) => ids.length === 3);
    const backup = await backUp('erasures');
    const log = path.join(server.folder, 'erasures/erasures.jsonl');
    const erase = async (userId: string): Promise<void> => {
      await repeatErasures(auth.platform.connection, [userId], auth.platform.logger);
    };
    await erase(erased);
    // A later backup updates the log beside it, and an export has what happened after that.
    await server.run(backupOperation, ['--to', path.join(server.folder, 'erasures/later')]);
    const logged = await readFile(log, 'utf8');
    expect([logged.includes(erased), logged.includes(erasedLater), logged.includes('@')]).toEqual([true, false, false]);
    await erase(erasedLater);
    const command = commands.find(({ name }) => name === erasuresOperation.name);
    const exported = path.join(server.folder, 'exported.jsonl');
    await writeFile(exported, (await server.run(command ?? backupOperation)).join('\n'));
    await Promise.all([stop(auth), stop(reviews)]);

    const lines = await server.run(restoreOperation, [backup, '--erasures', exported]);
    expect(lines.at(-1)).toBe('2 accounts erased again, of 2 in the erasure log');
    const restored = await start(authDefinition);
    const restoredReviews = await start(reviewsDefinition);
    const users = await restored.platform.connection.collection<{ _id: string }>('users').find().hint('_id_').toArray();
    expect(users.map(({ _id }) => _id)).toEqual([kept]);
    const erasedByReviews = () =>
      restoredReviews.platform.connection.collection('user_removals').countDocuments({ stage: 'erased' });
    expect(await eventually(erasedByReviews, (count) => count === 2)).toBe(2);
    await restoredReviews.runJob('erase-removed');
    expect(await listReviewers()).toEqual([kept]);
  });

  it('erase accounts again whose erasure only the replaced database had recorded', async () => {
    const auth = await start(authDefinition);
    const erased = await addUser(auth);
    const backup = await backUp('replaced');
    for (const service of running) await stop(service);
    // What the lost database has: a tombstone instead of the account.
    const removals = server.admin.db('inkbear_auth').collection<{ _id: string; stage: string }>('user_removals');
    await removals.createIndex({ stage: 1 });
    await removals.insertOne({ _id: erased, stage: 'erased' });
    const lines = await server.run(restoreOperation, [backup, '--drop', 'inkbear_']);
    expect(lines.at(-1)).toBe('1 account erased again, of 1 in the erasure log');
    expect(await server.admin.db('inkbear_auth').collection('users').countDocuments({}, { hint: '_id_' })).toBe(0);
  });
});
