import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@inkbear/service-kit/logger';
import { connectMongo, type Connection, inTransaction } from '@inkbear/service-kit/mongo';
import { testServers } from '@inkbear/service-kit/testing/test-servers';
import { decideEmailChange } from '../users/user.ts';
import { UserRepository } from '../users/user.repository.ts';
import { migrations } from './index.ts';

describe('the migration of accounts of earlier releases', () => {
  let connection: Connection;
  let users: UserRepository;
  beforeAll(async () => {
    connection = await connectMongo({
      uri: testServers().MONGODB_URI,
      database: `test_auth_migrations_${randomBytes(5).toString('hex')}`,
      logger: createLogger('auth', 'silent'),
    });
    users = new UserRepository(connection);
    for (const { up } of migrations.slice(0, 2)) await up(connection);
  });
  afterAll(async () => {
    await connection.dropDatabase();
    await connection.close();
  });

  const emails = () => connection.collection<{ _id: string; userId: string }>('user_emails');
  const addressOf = (name: string) => `${name}@example.com`;
  /** An account as the previous release inserts it. */
  const insertAsBefore = async (name: string, deletedAt: Date | null = null) => {
    const at = new Date();
    await connection.collection<{ _id: string }>('users').insertOne({
      _id: name,
      email: addressOf(name),
      passwordHash: 'x',
      firstName: name,
      lastName: name,
      profileImageUrl: null,
      referralCode: name,
      signIns: 1,
      isAdmin: false,
      createdAt: at,
      updatedAt: at,
      deletedAt,
    } as never);
  };
  const listRows = () => emails().find({}).hint({ _id: 1 }).sort({ _id: 1 }).toArray();
  const changeEmail = (name: string, email: string) =>
    inTransaction(connection, async (session) => {
      const user = await users.find(name, session);
      const change = user && decideEmailChange(user, email);
      if (!change) throw new Error(`${name} cannot change to ${email}.`);
      await users.replaceEmail(user, change, { updatedAt: new Date(), session });
    });
  const idByEmail = async (email: string) => (await users.findByEmail(email))?._id ?? null;

  it('copies the addresses of open accounts, and does not change rows when it is repeated', async () => {
    await insertAsBefore('ada');
    await insertAsBefore('bert');
    await insertAsBefore('closed', new Date());
    for (let times = 0; times < 2; times += 1) for (const { up } of migrations.slice(2)) await up(connection);
    expect(await listRows()).toEqual([
      { _id: addressOf('ada'), userId: 'ada' },
      { _id: addressOf('bert'), userId: 'bert' },
    ]);
    await changeEmail('ada', addressOf('ada-new'));
    const changed = await listRows();
    for (const { up } of migrations.slice(2)) await up(connection);
    expect(await listRows()).toEqual(changed);
    expect(changed.map(({ _id, userId }) => [_id, userId])).toEqual([
      [addressOf('ada-new'), 'ada'],
      [addressOf('ada'), 'ada'],
      [addressOf('bert'), 'bert'],
    ]);
  });

  it('leaves accounts without rows usable: closed ones, and those that the previous release creates', async () => {
    await insertAsBefore('carl');
    expect([await idByEmail(addressOf('carl')), await idByEmail(addressOf('closed'))]).toEqual(['carl', 'closed']);
    for (const taken of ['carl', 'closed'])
      await expect(changeEmail('bert', addressOf(taken))).rejects.toMatchObject({ code: 'auth.email_taken' });
    expect(await emails().findOne({ _id: addressOf('bert') })).toEqual({ _id: addressOf('bert'), userId: 'bert' });
    await changeEmail('carl', addressOf('carl-new'));
    expect([await idByEmail(addressOf('carl')), await idByEmail(addressOf('carl-new'))]).toEqual(['carl', 'carl']);
    expect((await emails().findOne({ _id: addressOf('carl') }))?.userId).toBe('carl');
    expect(await inTransaction(connection, (session) => users.eraseInAnyState('closed', session))).toBe(true);
    expect(await idByEmail(addressOf('closed'))).toBeNull();
  });

  it('signs in the newest account when the previous release gives a reserved old address away', async () => {
    await changeEmail('bert', addressOf('bert-new'));
    await connection.collection<{ _id: string }>('users').insertOne({
      _id: 'dora',
      email: addressOf('bert'),
      referralCode: 'dora',
      passwordHash: 'x',
      deletedAt: null,
    } as never);
    expect([await idByEmail(addressOf('bert')), await idByEmail(addressOf('bert-new'))]).toEqual(['dora', 'bert']);
    const signIn = { _id: 'bert', passwordHash: 'x', email: addressOf('bert-new') };
    expect(await inTransaction(connection, (session) => users.recordSignInAndReleaseEmail(signIn, session))).toBe(true);
    expect(await idByEmail(addressOf('bert'))).toBe('dora');
  });
});
