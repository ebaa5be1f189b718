import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { createLogger } from './logger.ts';
import { connectMongo } from './mongo.ts';
import { copyRenamed, Renames } from './mongo-renames.ts';
import { testServers } from './testing/test-servers.ts';

const renames = new Renames({ dueAt: 'thenAt', count: 'n' });

describe('Renames', () => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await connectMongo({
      uri: testServers().MONGODB_URI,
      database: `test_renames_${randomBytes(5).toString('hex')}`,
      logger: createLogger('test', 'silent'),
    });
  });
  afterAll(async () => {
    await connection.dropDatabase();
    await connection.close();
  });
  const rows = () => connection.collection<{ _id: string; [field: string]: unknown }>('rows');
  beforeEach(async () => void (await rows().deleteMany({ _id: { $gt: '' } })));
  const find = async (id: string) => await rows().findOne({ _id: id });

  it('writes both names, and reads the name that every running process writes', async () => {
    await rows().insertOne({ _id: 'a', other: 1, ...renames.withBothNames({ dueAt: null, count: 2 }) });
    expect(await find('a')).toEqual({ _id: 'a', other: 1, dueAt: null, thenAt: null, count: 2, n: 2 });
    expect(renames.read((await find('a')) ?? {})).toEqual({ _id: 'a', other: 1, dueAt: null, count: 2 });
    await rows().updateOne({ _id: 'a' }, { $set: { thenAt: 5 }, $unset: { n: '' } });
    expect(renames.read((await find('a')) ?? {})).toEqual({ _id: 'a', other: 1, dueAt: 5 });
    expect([renames.withBothNames({ other: 3 }), renames.storedName('count')]).toEqual([{ other: 3 }, 'n']);
  });

  it('copies rows of the earlier release, also those that it has written or cleared after the first copy', async () => {
    await rows().insertMany([
      { _id: 'old', thenAt: new Date(1), n: 1 },
      { _id: 'partial', n: 2 },
      { _id: 'changed', thenAt: 3, dueAt: 1, n: 3, count: 3 },
      { _id: 'cleared', dueAt: 1, n: 4, count: 4 },
      { _id: 'neither', other: 5 },
    ]);
    for (let times = 0; times < 2; times += 1) await copyRenamed(connection, 'rows', renames);
    expect(await rows().find({}).sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'changed', thenAt: 3, dueAt: 3, n: 3, count: 3 },
      { _id: 'cleared', n: 4, count: 4 },
      { _id: 'neither', other: 5 },
      { _id: 'old', thenAt: new Date(1), dueAt: new Date(1), n: 1, count: 1 },
      { _id: 'partial', n: 2, count: 2 },
    ]);
    expect(await rows().countDocuments(renames.isNotCopied, { hint: '_id_' })).toBe(0);
  });

  it('copies what an update has computed in its last stage', async () => {
    await rows().insertOne({ _id: 'a', n: 7 });
    await rows().updateOne({ _id: 'a' }, [{ $set: { n: { $add: ['$n', 1] } } }, renames.copyToNewNamesStage]);
    expect(await find('a')).toEqual({ _id: 'a', n: 8, count: 8 });
  });
});
