import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  adminCreateUser,
  adminResetPassword,
  changeEmail,
  deleteUser,
  getUser,
  login,
  register,
} from '@inkbear/contracts/auth/account';
import { findUserStatus } from '@inkbear/contracts/auth/internal';
import { userChanged } from '@inkbear/contracts/events';
import { retryWhileBusy } from '@inkbear/service-kit/testing/retry-while-busy';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from '../definition.ts';
import { eraseClosedAccounts } from './close-account.ts';
import { UserRepository } from './user.repository.ts';

const password = 'violet-otter-9';
const newAddress = () => `${randomUUID()}@example.com`;

describe('a change of the address', () => {
  let auth: TestService;
  beforeAll(async () => (auth = await TestService.start(definition, { PASSWORD_COST: 10 })));
  afterAll(async () => await auth.stop());

  const signUp = async () => {
    const email = newAddress();
    const { body } = await auth.call(register, { body: { email, password, firstName: 'Ada', lastName: 'Byron' } });
    return { email, as: testUser(body['id']) };
  };
  type Caller = Awaited<ReturnType<typeof signUp>>['as'];
  const change = (as: Caller, email: string, headers: Record<string, string> = {}) =>
    auth.call(changeEmail, { as, body: { email, password }, headers });
  const signIn = async (email: string, given = password) =>
    (await retryWhileBusy(() => auth.call(login, { body: { email, password: given } }))).status;
  const shownAddress = async (as: Caller) => (await auth.call(getUser, { as })).body['email'] as string;
  const changesOf = async ({ userId }: Caller) =>
    (await auth.emitted(userChanged))
      .filter(({ key }) => key === userId)
      .map(({ seq, data }) => [seq, data['email']] as const)
      .toSorted(([a], [b]) => a - b);
  const addressesOf = async ({ userId }: Caller) =>
    (await auth.platform.connection.collection('user_emails').find({ userId }).toArray())
      .map(({ _id }) => String(_id))
      .toSorted();
  const registerAs = async (email: string) =>
    (await auth.call(register, { body: { email, password, firstName: 'B', lastName: 'C' } })).body['code'] as unknown;

  it('shows the new address at once, and both sign in until the new one has signed in', async () => {
    const { as, email: old } = await signUp();
    const email = newAddress();
    const { status, body } = await change(as, ` ${email.toUpperCase()} `);
    expect([status, body['message']]).toEqual([200, expect.stringContaining('Until you have signed in with it once')]);
    expect([await shownAddress(as), await changesOf(as)]).toEqual([email, [[1, email]]]);
    const peer = { role: 'service', service: 'reviews' } as const;
    expect((await auth.call(findUserStatus, { as: peer, params: { id: as.userId } })).body['email']).toBe(email);
    expect([await signIn(old), await signIn(old)]).toEqual([200, 200]);
    expect(await addressesOf(as)).toEqual([old, email].toSorted());
    expect([await signIn(email), await signIn(old), await signIn(email)]).toEqual([200, 401, 200]);
    expect(await addressesOf(as)).toEqual([email]);
    expect(await registerAs(old)).toBeUndefined();
  });

  it('reserves both addresses meanwhile', async () => {
    const [{ as, email: old }, other] = [await signUp(), await signUp()];
    const email = newAddress();
    await change(as, email);
    for (const address of [old, email]) {
      expect(await registerAs(address)).toBe('auth.email_taken');
      expect((await change(other.as, address)).body['code']).toBe('auth.email_taken');
      const admin = { role: 'admin', sid: 'a' } as const;
      const input = { email: address, password, firstName: 'B', lastName: 'C' };
      expect((await auth.call(adminCreateUser, { as: admin, body: input })).body['code']).toBe('auth.email_taken');
    }
    expect([await shownAddress(other.as), await changesOf(other.as)]).toEqual([other.email, []]);
  });

  it('is replaced by the next one, and ended by a change back to the old address', async () => {
    const { as, email: old } = await signUp();
    const [second, third] = [newAddress(), newAddress()];
    await change(as, second);
    await change(as, third);
    expect(await addressesOf(as)).toEqual([old, third].toSorted());
    expect([await signIn(second), await signIn(old)]).toEqual([401, 200]);
    const { status, body } = await change(as, old);
    expect([status, body['message']]).toEqual([200, expect.stringContaining('the only one that signs you in')]);
    expect([await addressesOf(as), await signIn(third), await signIn(old)]).toEqual([[old], 401, 200]);
    expect(await changesOf(as)).toEqual([
      [1, second],
      [2, third],
      [3, old],
    ]);
  });

  it('happens once when the request is repeated, with or without its key', async () => {
    const { as } = await signUp();
    const email = newAddress();
    const key = { 'idempotency-key': randomUUID() };
    const replies = [await change(as, email, key), await change(as, email, key), await change(as, email)];
    expect(replies.map(({ status, body }) => [status, body['message']])).toEqual(
      replies.map(() => [200, replies[0]?.body['message']]),
    );
    expect(await changesOf(as)).toEqual([[1, email]]);
    expect((await change(as, newAddress(), key)).body['code']).toBe('request.key_reused');
  });

  it('is refused for a wrong password, for an invalid address and without a session', async () => {
    const { as, email } = await signUp();
    const send = (body: Record<string, unknown>) => auth.call(changeEmail, { as, body });
    expect((await send({ email: newAddress(), password: 'something-else' })).body['code']).toBe('auth.wrong_password');
    expect((await send({ email: 'nope', password })).body['errors']).toEqual([
      { path: 'email', message: 'Please enter a valid email address' },
    ]);
    expect((await send({ email: newAddress(), password: '' })).body['errors']).toEqual([
      { path: 'password', message: 'Please enter your password' },
    ]);
    expect((await auth.call(changeEmail, { body: { email: newAddress(), password } })).status).toBe(401);
    expect([await shownAddress(as), await changesOf(as)]).toEqual([email, []]);
  });

  it('throttles guesses of the password from a stolen session', async () => {
    const { as } = await signUp();
    const guess = () => auth.call(changeEmail, { as, body: { email: newAddress(), password: 'wrong-guess' } });
    const tries = await Promise.all(Array.from({ length: 25 }, () => retryWhileBusy(guess)));
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await change(as, newAddress())).status).toBe(429);
  });

  it('counts failed sign-ins of the account, whichever of its addresses is used', async () => {
    const { as, email: old } = await signUp();
    const email = newAddress();
    await change(as, email);
    const guesses = Array.from({ length: 20 }, (_one, index) => signIn(index % 2 === 0 ? old : email, 'wrong-guess'));
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]));
    expect([await signIn(old), await signIn(email)]).toEqual([429, 429]);
  });

  it('gives an address to exactly one of many who claim it at the same moment', async () => {
    const authors = await Promise.all(Array.from({ length: 5 }, signUp));
    const email = newAddress();
    const claims = [
      ...authors.map(({ as }) => change(as, email)),
      ...authors.map(() => auth.call(register, { body: { email, password, firstName: 'B', lastName: 'C' } })),
    ];
    const statuses = (await Promise.all(claims)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200 || status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409 || status === 503)).toHaveLength(9);
    const { connection } = auth.platform;
    const row = await connection.collection<{ _id: string; userId: string }>('user_emails').findOne({ _id: email });
    const owner = await connection.collection('users').findOne({ email });
    expect([row?.userId, await signIn(email)]).toEqual([String(owner?._id), 200]);
  });

  it('leaves one new address when two are requested at the same moment', async () => {
    const { as, email: old } = await signUp();
    const requested = [newAddress(), newAddress()];
    await Promise.all(requested.map((email) => change(as, email)));
    const shown = await shownAddress(as);
    expect(requested).toContain(shown);
    expect([await addressesOf(as), (await changesOf(as)).at(-1)]).toEqual([[old, shown].toSorted(), [2, shown]]);
  });

  it('is completed by two sign-ins with the new address at the same moment', async () => {
    const { as, email: old } = await signUp();
    const email = newAddress();
    await change(as, email);
    expect(await Promise.all([signIn(email), signIn(email)])).toEqual([200, 200]);
    expect([await addressesOf(as), await signIn(old)]).toEqual([[email], 401]);
  });

  it('lets an admin reset the password by either address', async () => {
    const { as, email: old } = await signUp();
    const email = newAddress();
    await change(as, email);
    const reset = async (address: string, newPassword: string) =>
      (await auth.call(adminResetPassword, { as: { role: 'admin', sid: 'a' }, body: { email: address, newPassword } }))
        .status;
    expect([await reset(old, 'new-otter-10'), await signIn(old, 'new-otter-10')]).toEqual([200, 200]);
    expect([await reset(email, 'new-otter-11'), await signIn(email, 'new-otter-11')]).toEqual([200, 200]);
    expect(await reset(old, 'new-otter-12')).toBe(404);
  });

  it('is kept while the account is closed, whose old address restores it; both are free once it is erased', async () => {
    const { as, email: old } = await signUp();
    const email = newAddress();
    await change(as, email);
    const close = () => auth.call(deleteUser, { as, body: { password } });
    await close();
    expect([await signIn(old), await shownAddress(as)]).toEqual([200, email]);
    await close();
    const { connection, outbox, erasure, batches } = auth.platform;
    const later = { now: () => new Date(Date.now() + 31 * 86_400_000) };
    await batches.run(eraseClosedAccounts({ users: new UserRepository(connection), outbox, erasure, clock: later }));
    expect(await addressesOf(as)).toEqual([]);
    await auth.runJob('erase-removed');
    const events = JSON.stringify((await auth.emitted()).filter(({ key }) => key === as.userId));
    expect([events.includes(old), events.includes(email), events.includes('Byron')]).toEqual([false, false, false]);
    expect([await registerAs(old), await registerAs(email)]).toEqual([undefined, undefined]);
  });
});
