import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@inkbear/service-kit/logger';
import { connectMongo, type Connection, inTransaction } from '@inkbear/service-kit/mongo';
import { testServers } from '@inkbear/service-kit/testing/test-servers';
import type { ReferralRow } from '../referrals/referral.ts';
import { ReferralRepository } from '../referrals/referral.repository.ts';
import { migrations } from './index.ts';

describe('the migration of data of earlier releases', () => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await connectMongo({
      uri: testServers().MONGODB_URI,
      database: `test_referrals_migrations_${randomBytes(5).toString('hex')}`,
      logger: createLogger('referrals', 'silent'),
    });
    for (const { up } of migrations.slice(0, 4)) await up(connection);
  });
  afterAll(async () => {
    await connection.dropDatabase();
    await connection.close();
  });
  const payments = () => connection.collection<{ _id: string; [field: string]: unknown }>('payments');
  const payment = (_id: string, isBack: boolean) => ({
    _id,
    userId: 'u',
    subscriptionId: 's',
    fingerprint: null,
    isBack,
  });

  it('renames a field of payments, and picks up what the previous release writes afterwards', async () => {
    await payments().insertMany([payment('kept', false), payment('returned', true), payment('returned later', false)]);
    for (let times = 0; times < 2; times += 1) for (const { up } of migrations.slice(4)) await up(connection);
    expect(await payments().find({}).hint({ _id: 1 }).sort({ _id: 1 }).toArray()).toEqual([
      { ...payment('kept', false), isReturned: false },
      { ...payment('returned', true), isReturned: true },
      { ...payment('returned later', false), isReturned: false },
    ]);
    // Two events that the previous release handles.
    await payments().updateOne({ _id: 'returned later' }, { $set: { isBack: true } });
    await payments().insertOne(payment('new', true));
    const referrals = new ReferralRepository(connection);
    const readReturned = async () => {
      const row = { _id: 'u', referrerId: null } as ReferralRow;
      const facts = await inTransaction(connection, (session) => referrals.readFacts(row, session));
      return facts.payments.filter(({ isReturned }) => isReturned).map(({ _id }) => _id);
    };
    expect((await readReturned()).toSorted()).toEqual(['new', 'returned', 'returned later']);
    const returned = { _id: 'kept', userId: 'u', subscriptionId: 's', fingerprint: null, isReturned: true };
    await inTransaction(connection, (session) => referrals.upsertPayment(returned, session));
    expect(await payments().findOne({ _id: 'kept' })).toEqual({ ...payment('kept', true), isReturned: true });
    expect(await readReturned()).toHaveLength(4);
  });
});
