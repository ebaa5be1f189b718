import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  adminCreateUser,
  adminResetPassword,
  changePassword,
  deleteUser,
  getPlanStatus,
  getPublicStats,
  getUser,
  login,
  logout,
  register,
} from '@inkbear/contracts/auth/account';
import { findUserStatus, listRevocations } from '@inkbear/contracts/auth/internal';
import { sessionAudience, sessionIssuer } from '@inkbear/contracts/auth/session-token';
import {
  authAdminAction,
  chapterProgressed,
  creditBalanceChanged,
  entitlementChanged,
  planGrantRequested,
  referralsSummaryChanged,
  sandboxClockMoved,
  sessionRevoked,
  userChanged,
  userRegistered,
  userRemoved,
} from '@inkbear/contracts/events';
import { freeEntitlement } from '@inkbear/contracts/plans';
import { localDateIn } from '@inkbear/service-kit/local-date';
import { SignInThrottle } from '@inkbear/service-kit/sign-in-throttle';
import { checkErasure } from '@inkbear/service-kit/testing/check-erasure';
import { testRegistration } from '@inkbear/service-kit/testing/test-events';
import { retryWhileBusy } from '@inkbear/service-kit/testing/retry-while-busy';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { verifyToken } from '@inkbear/service-kit/tokens';
import { definition } from './definition.ts';
import { Revocations } from './sessions/revocations.ts';
import { eraseClosedAccounts, restoreAccount } from './users/close-account.ts';
import { UserRepository } from './users/user.repository.ts';

const admin = { role: 'admin', sid: 'admin-session-1' } as const;
let count = 0;
const person = (more: Record<string, unknown> = {}) => ({
  email: `ada${(count += 1)}@example.com`,
  password: 'violet-otter-9',
  firstName: 'Ada',
  lastName: 'Byron',
  ...more,
});

describe('accounts', () => {
  let auth: TestService;
  beforeAll(async () => (auth = await TestService.start(definition, { PASSWORD_COST: 10 })));
  afterAll(async () => await auth.stop());
  const signUp = async (more: Record<string, unknown> = {}) => {
    const input = person(more);
    const { body, headers, status } = await auth.call(register, { body: input });
    return { input, body, headers, status, as: testUser(body['id']) };
  };
  const cookie = (headers: Headers, name: string) =>
    headers.getSetCookie().find((value) => value.startsWith(`${name}=`)) ?? '';

  describe('registration', () => {
    it('creates an account, signs in and never returns a password', async () => {
      const { status, body, headers, text } = { ...(await auth.call(register, { body: person() })) };
      expect(status).toBe(201);
      expect(body).toMatchObject({
        firstName: 'Ada',
        plan: 'free',
        isActive: false,
        referralCredits: 0,
        isAdmin: false,
        stats: { streakDays: 0, wordsToday: 0, wordsThisWeek: 0 },
      });
      expect(text).not.toMatch(/violet|\$2[aby]\$/);
      const session = cookie(headers, 'inkbear_session');
      expect(session).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
      const claims = verifyToken(auth.platform.keys, /=([^;]+)/.exec(session)?.[1] ?? '', {
        issuer: sessionIssuer,
        audience: sessionAudience,
      });
      expect([claims?.sub, (claims?.exp ?? 0) - (claims?.iat ?? 0)]).toEqual([body['id'], 7 * 86_400]);
      expect(cookie(headers, 'inkbear_device')).toContain('HttpOnly');
    });
    it('rejects a taken e-mail regardless of case and surrounding spaces', async () => {
      const { input } = await signUp();
      const { status, body } = await auth.call(register, { body: person({ email: ` ${input.email.toUpperCase()} ` }) });
      expect([status, body['code']]).toEqual([409, 'auth.email_taken']);
    });
    it('creates exactly one account from twenty parallel registrations with one e-mail', async () => {
      const input = person();
      const answers = await Promise.all(Array.from({ length: 20 }, () => auth.call(register, { body: input })));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409 || status === 503)).toHaveLength(19);
    });
    it.each([
      [{ email: 'nope' }, 'email', 'Please enter a valid email address'],
      [{ password: '12345' }, 'password', 'Password must be at least 6 characters'],
      [{ password: 'ä'.repeat(37) }, 'password', 'Password must be at most 72 bytes long'],
      [{ password: 'violet\0otter' }, 'password', 'Password must not contain NUL characters'],
      [{ password: '123456' }, 'password', 'This password is too easy to guess. Please choose another one'],
      [{ firstName: ' ' }, 'firstName', 'First name is required'],
      [{ lastName: undefined }, 'lastName', 'Last name is required'],
    ])('returns the field error for %j', async (wrong, path, message) => {
      const { status, body } = await auth.call(register, { body: person(wrong) });
      expect([status, body['errors']]).toEqual([400, [{ path, message }]]);
    });
    it('refuses fields that only the server sets', async () => {
      for (const field of ['plan', 'isAdmin', 'referralCredits', 'id'])
        expect((await auth.call(register, { body: person({ [field]: 'x' }) })).status).toBe(400);
    });
    it('accepts a known referral code and ignores an unknown one', async () => {
      const { body } = await signUp();
      expect(
        (await signUp({ referralCode: String(body['referralCode']).toLowerCase() })).body['referralAccepted'],
      ).toBe(true);
      expect((await signUp({ referralCode: 'NOBODY' })).body['referralAccepted']).toBe(false);
      expect(body).not.toHaveProperty('referralAccepted');
      expect(
        (await auth.emitted(userRegistered)).some(({ data }) => data['referredByCode'] === body['referralCode']),
      ).toBe(true);
    });
  });

  describe('sign-in', () => {
    it('accepts the correct password regardless of the case of the e-mail', async () => {
      const { input, body } = await signUp();
      const answer = await auth.call(login, { body: { email: input.email.toUpperCase(), password: input.password } });
      expect([answer.status, answer.body['id']]).toEqual([200, body['id']]);
    });
    it('returns the same error for an unknown e-mail and a wrong password', async () => {
      const { input } = await signUp();
      const wrong = await Promise.all([
        auth.call(login, { body: { email: input.email, password: 'not-this-one' } }),
        auth.call(login, { body: { email: 'nobody@example.com', password: 'not-this-one' } }),
      ]);
      expect(wrong.map(({ status, body }) => [status, body['message']])).toEqual([
        [401, 'Invalid email or password'],
        [401, 'Invalid email or password'],
      ]);
      expect((await auth.call(login, { body: { email: input.email, password: '12345' } })).status).toBe(400);
    });
    it('throttles unknown devices after 20 parallel failures and still admits the owner’s device', async () => {
      const { input, headers } = await signUp();
      const device = /^[^;]+/.exec(cookie(headers, 'inkbear_device'))?.[0] ?? '';
      const tries = await Promise.all(
        Array.from({ length: 30 }, () =>
          retryWhileBusy(() => auth.call(login, { body: { email: input.email, password: 'wrong-guess' } })),
        ),
      );
      expect([
        tries.filter(({ status }) => status === 401).length,
        tries.filter(({ status }) => status === 429).length,
      ]).toEqual([20, 10]);
      const blocked = await auth.call(login, { body: { email: input.email, password: input.password } });
      expect([blocked.status, Number(blocked.headers.get('retry-after')) > 3000]).toEqual([429, true]);
      expect(
        (
          await auth.call(login, {
            body: { email: input.email, password: input.password },
            headers: { cookie: device },
          })
        ).status,
      ).toBe(200);
    });
    it('does not throttle successful sign-ins', async () => {
      const { input } = await signUp();
      for (let round = 0; round < 22; round += 1)
        expect((await auth.call(login, { body: { email: input.email, password: input.password } })).status).toBe(200);
    });
  });

  it('signs out idempotently and publishes the revocation once', async () => {
    const { as } = await signUp();
    const first = await auth.call(logout, { as });
    expect([first.status, cookie(first.headers, 'inkbear_session')]).toEqual([
      200,
      'inkbear_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    ]);
    expect([(await auth.call(logout, { as })).status, (await auth.call(logout)).status]).toEqual([200, 200]);
    const revoked = (await auth.emitted(sessionRevoked)).filter(({ data }) => data['sid'] === as.sid);
    expect(revoked).toHaveLength(1);
    const peer = { role: 'service', service: 'gateway' } as const;
    const { body } = await auth.call(listRevocations, { as: peer, query: { after: 0 } });
    expect(body['revocations']).toEqual(expect.arrayContaining([expect.objectContaining({ sid: as.sid })]));
    expect((await auth.call(listRevocations, { as: peer, query: { after: body['seq'] } })).body['revocations']).toEqual(
      [],
    );
    expect((await auth.call(listRevocations, { as })).status).toBe(404);
  });

  it('rejects account routes without a session or for an unknown user', async () => {
    expect((await auth.call(getUser)).status).toBe(401);
    expect((await auth.call(getUser, { as: testUser() })).status).toBe(401);
    expect((await auth.call(getPlanStatus)).status).toBe(401);
  });

  describe('projections of other services’ events', () => {
    it('returns the same plan from both routes, ignores older events, and ends the plan on its end date', async () => {
      const { as } = await signUp();
      const active = {
        ...freeEntitlement(as.userId),
        plan: 'pro_monthly' as const,
        isActive: true,
        source: 'paid' as const,
        planEndDate: '2100-01-01T00:00:00.000Z',
      };
      const event = await auth.deliver(entitlementChanged, as.userId, active, { seq: 2 });
      await auth.redeliver(event);
      await auth.deliver(entitlementChanged, as.userId, freeEntitlement(as.userId), { seq: 1 });
      expect((await auth.call(getPlanStatus, { as })).body).toEqual({
        plan: 'pro_monthly',
        isActive: true,
        planEndDate: active.planEndDate,
        exportUntil: null,
      });
      expect((await auth.call(getUser, { as })).body).toMatchObject({ plan: 'pro_monthly', isActive: true });
      await auth.deliver(
        entitlementChanged,
        as.userId,
        { ...active, planEndDate: '2020-01-01T00:00:00.000Z' },
        { seq: 3 },
      );
      expect((await auth.call(getPlanStatus, { as })).body).toMatchObject({
        plan: 'free',
        isActive: false,
        exportUntil: '2020-01-31T00:00:00.000Z',
      });
    });
    it('moves business time with the sandbox clock once, and ignores older events', async () => {
      const day = 86_400_000;
      const event = await auth.deliver(sandboxClockMoved, 'clock', { offsetMs: 2 * day }, { seq: 2 });
      await auth.redeliver(event);
      await auth.deliver(sandboxClockMoved, 'clock', { offsetMs: day }, { seq: 1 });
      expect(Math.round((auth.platform.clock.now().getTime() - Date.now()) / day)).toBe(2);
      await auth.deliver(sandboxClockMoved, 'clock', { offsetMs: 0 }, { seq: 3 });
      expect(Math.round((auth.platform.clock.now().getTime() - Date.now()) / day)).toBe(0);
    });
    it('adds writing days once when their events are redelivered', async () => {
      const { as } = await signUp();
      const today = localDateIn('Europe/London', new Date());
      const progress = {
        chapterId: 'c1',
        bookId: 'b1',
        userId: as.userId,
        wordCount: 40,
        progressId: 'c1:1',
        localDate: today,
        typedWords: 40,
        otherWords: 2,
      };
      await auth.redeliver(await auth.deliver(chapterProgressed, 'c1', progress));
      await auth.deliver(chapterProgressed, 'c1', progress);
      expect((await auth.call(getUser, { as, headers: { 'time-zone': 'Europe/London' } })).body['stats']).toEqual({
        streakDays: 1,
        wordsToday: 40,
        wordsThisWeek: 40,
      });
    });
    it('returns the credit balance and the newest referrals', async () => {
      const { as } = await signUp();
      const referral = {
        id: 'r1',
        status: 'processed' as const,
        eligibleDate: '2026-01-08T00:00:00.000Z',
        createdAt: '2026-01-01T00:00:00.000Z',
        creditsAwarded: 1,
      };
      for (const event of [
        await auth.deliver(creditBalanceChanged, as.userId, { userId: as.userId, balance: 3 }, { seq: 2 }),
        await auth.deliver(referralsSummaryChanged, as.userId, {
          userId: as.userId,
          totalCredits: 1,
          recentReferrals: [referral],
        }),
      ])
        await auth.redeliver(event);
      await auth.deliver(creditBalanceChanged, as.userId, { userId: as.userId, balance: 9 }, { seq: 1 });
      expect((await auth.call(getUser, { as })).body).toMatchObject({ referralCredits: 3, referrals: [referral] });
    });
  });

  describe('a change of the password', () => {
    const change = (as: Awaited<ReturnType<typeof signUp>>['as'], current: string, next: string) =>
      auth.call(changePassword, { as, body: { current, next } });
    const claimsOf = (headers: Headers) =>
      verifyToken(auth.platform.keys, /=([^;]+)/.exec(cookie(headers, 'inkbear_session'))?.[1] ?? '', {
        issuer: sessionIssuer,
        audience: sessionAudience,
      });

    it('ends all other sessions and renews the one of the caller', async () => {
      const { as, input } = await signUp();
      const { status, headers } = await change(as, input.password, 'new-otter-10');
      const claims = claimsOf(headers);
      const { data } = (await auth.emitted(sessionRevoked)).find(({ data: { userId } }) => userId === as.userId) ?? {};
      expect([status, claims?.sub, data?.['kind']]).toEqual([200, as.userId, 'user']);
      expect([data?.['exceptSid'], data?.['exceptSid'] === as.sid]).toEqual([claims?.['sid'], false]);
      const signIn = (password: string) => auth.call(login, { body: { email: input.email, password } });
      expect([(await signIn(input.password)).status, (await signIn('new-otter-10')).status]).toEqual([401, 200]);
    });

    it('requires the current password, and a new one that is not easy to guess', async () => {
      const { as, input } = await signUp();
      expect((await change(as, 'something-else', 'new-otter-10')).body['code']).toBe('auth.wrong_password');
      expect((await change(as, input.password, 'password1')).status).toBe(400);
      expect((await change(as, input.password, 'short')).status).toBe(400);
      expect((await auth.emitted(sessionRevoked)).some(({ data: { userId } }) => userId === as.userId)).toBe(false);
    });

    it('happens once when it is requested twice at the same moment', async () => {
      const { as, input } = await signUp();
      const changes = await Promise.all(
        ['new-otter-10', 'new-otter-11'].map((next) => change(as, input.password, next)),
      );
      expect(changes.map(({ status }) => status).sort()).toEqual([200, 403]);
    });

    it('throttles guesses of the current password from a stolen session', async () => {
      const { as } = await signUp();
      const guess = () => change(as, 'wrong-guess', 'new-otter-10');
      const tries = await Promise.all(Array.from({ length: 25 }, () => retryWhileBusy(guess)));
      expect(tries.filter(({ status }) => status === 429)).toHaveLength(5);
    });
  });

  describe('account deletion', () => {
    it('throttles guesses of the password for a deletion from a stolen session', async () => {
      const { as, input } = await signUp();
      const tries = await Promise.all(
        Array.from({ length: 25 }, () =>
          retryWhileBusy(() => auth.call(deleteUser, { as, body: { password: 'wrong-guess' } })),
        ),
      );
      expect(tries.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(20).fill(403),
        ...Array<number>(5).fill(429),
      ]);
      expect((await auth.call(deleteUser, { as, body: { password: input.password } })).status).toBe(429);
    });
    it('requires the password, ends every session, and is undone by signing in', async () => {
      const { as, input } = await signUp();
      expect((await auth.call(deleteUser, { as, body: { password: 'something-else' } })).body['code']).toBe(
        'auth.wrong_password',
      );
      expect((await auth.call(deleteUser, { as, body: { password: input.password } })).status).toBe(200);
      expect((await auth.call(getUser, { as })).status).toBe(401);
      expect((await auth.emitted(sessionRevoked)).some(({ data }) => data['userId'] === as.userId)).toBe(true);
      expect((await auth.call(login, { body: { email: input.email, password: input.password } })).status).toBe(200);
      expect(
        (await auth.emitted(userRemoved)).filter(({ key }) => key === as.userId).map(({ data }) => data['stage']),
      ).toEqual(['grace', 'restored']);
    });
  });

  it('erases accounts after the restore period, except those that signed in meanwhile', async () => {
    const [erased, restored] = [await signUp(), await signUp()];
    for (const { as, input } of [erased, restored])
      await auth.call(deleteUser, { as, body: { password: input.password } });
    const users = new UserRepository(auth.platform.connection);
    const later = new Date(Date.now() + 31 * 86_400_000);
    const list = users.listClosedBefore.bind(users);
    users.listClosedBefore = async (time, limit) => {
      const due = await list(time, limit);
      await auth.call(login, { body: { email: restored.input.email, password: restored.input.password } });
      return due;
    };
    const { erasure, outbox } = auth.platform;
    await auth.platform.batches.run(eraseClosedAccounts({ users, outbox, erasure, clock: { now: () => later } }));
    await auth.runJob('erase-removed');
    const stages = async (userId: string) =>
      (await auth.emitted(userRemoved)).filter(({ key }) => key === userId).map(({ data }) => data['stage']);
    expect([await stages(erased.as.userId), await stages(restored.as.userId)]).toEqual([
      ['grace', 'erased'],
      ['grace', 'restored'],
    ]);
    expect([
      (await auth.call(getUser, { as: erased.as })).status,
      (await auth.call(getUser, { as: restored.as })).status,
    ]).toEqual([401, 200]);
    expect(
      JSON.stringify((await auth.emitted(userRegistered)).filter(({ key }) => key === erased.as.userId)),
    ).not.toContain(erased.input.email);
  });

  it('refuses a sign-in when the account is erased while the password is checked', async () => {
    const { as, input } = await signUp();
    await auth.call(deleteUser, { as, body: { password: input.password } });
    const { connection, outbox } = auth.platform;
    const users = new UserRepository(connection);
    const user = await users.find(as.userId);
    if (!user) throw new Error('The account has no row.');
    await connection.collection<{ _id: string }>('users').deleteOne({ _id: as.userId });
    await expect(restoreAccount({ users, outbox }, user)).rejects.toMatchObject({ code: 'auth.bad_credentials' });
    expect(
      (await auth.emitted(userRemoved)).filter(({ key }) => key === as.userId).map(({ data }) => data['stage']),
    ).toEqual(['grace']);
  });

  it('erases all data of an account and keeps its session revocations', async () => {
    const { connection, erasure, outbox } = auth.platform;
    const users = new UserRepository(connection);
    const seed = async ({ userId, email }: { userId: string; email: string }) => {
      const at = new Date();
      await connection.collection<{ _id: string }>('users').insertOne({
        _id: userId,
        email,
        passwordHash: 'x',
        firstName: 'A',
        lastName: email,
        profileImageUrl: null,
        referralCode: userId,
        isAdmin: false,
        signIns: 1,
        createdAt: at,
        updatedAt: at,
        deletedAt: null,
      } as never);
      await connection.collection<{ _id: string }>('user_emails').insertOne({ _id: email, userId } as never);
      await outbox.run(async ({ emit }) => {
        await emit(userRegistered, userId, testRegistration(userId, { email, lastName: email }));
        await emit(userChanged, userId, { userId, email, firstName: 'A', lastName: email });
      });
      await auth.deliver(creditBalanceChanged, userId, { userId, balance: 3 });
      await auth.deliver(referralsSummaryChanged, userId, { userId, totalCredits: 0, recentReferrals: [] });
      await auth.deliver(chapterProgressed, userId, {
        chapterId: userId,
        bookId: 'b',
        userId,
        wordCount: 1,
        progressId: userId,
        localDate: '2026-01-01',
        typedWords: 1,
        otherWords: 0,
      });
      await throttle.trustDevice(userId, []);
      for (const account of [userId, `remove:${userId}`, `password:${userId}`, `email:${userId}`])
        await throttle.guard(account, [], () => Promise.resolve(null));
      await outbox.run((transaction) => new Revocations(connection).revokeUser(transaction, userId));
    };
    const throttle = new SignInThrottle(connection);
    const remove = async ({ userId }: { userId: string }) => {
      await connection
        .collection<{ _id: string }>('users')
        .updateOne({ _id: userId }, { $set: { deletedAt: new Date(Date.now() - 31 * 86_400_000) } });
      await auth.platform.batches.run(eraseClosedAccounts({ users, outbox, erasure, clock: auth.platform.clock }));
    };
    const countHashedRows = async () =>
      Promise.all(
        ['sign_in_devices', 'sign_in_failures'].map((name) =>
          connection.collection(name).countDocuments({}, { hint: '_id_' }),
        ),
      );
    const before = await countHashedRows();
    expect(
      await checkErasure(auth, {
        seed,
        remove,
        keepUserId: ['revocations'],
        withoutUserData: ['revocation_seq', 'sign_in_devices', 'sign_in_failures'],
      }),
    ).toEqual({ unseeded: [], remaining: [], lost: [] });
    expect((await countHashedRows()).map((rowCount, index) => rowCount - (before[index] ?? 0))).toEqual([1, 4]);
  });

  describe('admins', () => {
    it('create an account with a granted plan, recorded in the audit trail without secrets', async () => {
      const { status, body } = await auth.call(adminCreateUser, {
        as: admin,
        body: { ...person(), plan: 'pro_monthly' },
      });
      expect(status).toBe(201);
      expect((await auth.emitted(planGrantRequested)).at(-1)?.data).toEqual({
        userId: body['id'],
        plan: 'pro_monthly',
      });
      const auditEntry = (await auth.emitted(authAdminAction)).at(-1);
      expect(auditEntry?.data).toMatchObject({
        actor: 'admin:admin-session-1',
        action: 'user.created',
        target: body['id'],
      });
      expect(JSON.stringify(auditEntry)).not.toContain('violet');
    });
    it('create one account when the request is retried with its idempotency key', async () => {
      const input = { ...person(), plan: 'pro_monthly' };
      const create = (more: Record<string, unknown> = {}) =>
        auth.call(adminCreateUser, {
          as: admin,
          body: { ...input, ...more },
          headers: { 'idempotency-key': 'create-user-key-1' },
        });
      const grants = async () => (await auth.emitted(planGrantRequested)).length;
      const before = await grants();
      const first = await create();
      const again = await create();
      expect([first.status, again.status, again.body, await grants()]).toEqual([201, 201, first.body, before + 1]);
      expect((await create({ password: 'another-otter-10' })).body['code']).toBe('request.key_reused');
    });
    it('reset a password, which ends all earlier sessions', async () => {
      const { as, input } = await signUp();
      expect(
        (await auth.call(adminResetPassword, { as: admin, body: { email: input.email, newPassword: 'new-otter-10' } }))
          .status,
      ).toBe(200);
      const revocation = (await auth.emitted(sessionRevoked)).find(({ data }) => data['userId'] === as.userId)?.data;
      const { headers, status } = await auth.call(login, { body: { email: input.email, password: 'new-otter-10' } });
      const claims = verifyToken(auth.platform.keys, /=([^;]+)/.exec(cookie(headers, 'inkbear_session'))?.[1] ?? '', {
        issuer: sessionIssuer,
        audience: sessionAudience,
      });
      expect([status, (claims?.iat ?? 0) >= Number(revocation?.['before'])]).toEqual([200, true]);
      expect(
        (
          await auth.call(adminResetPassword, {
            as: admin,
            body: { email: 'nobody@example.com', newPassword: 'new-otter-10' },
          })
        ).status,
      ).toBe(404);
    });
    it('end a sign-in with the old password that was in progress during the reset', async () => {
      const { as, input } = await signUp();
      const reset = async (newPassword: string) =>
        expect(
          (await auth.call(adminResetPassword, { as: admin, body: { email: input.email, newPassword } })).status,
        ).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 1000 - (Date.now() % 1000)));
      await reset('new-otter-11');
      // Its password was compared already, and it waits for the next second while the password is reset again.
      const inProgress = auth.call(login, { body: { email: input.email, password: 'new-otter-11' } });
      await new Promise((resolve) => setTimeout(resolve, 250));
      await reset('new-otter-12');
      // On a slow machine it may complete before the second reset, which then revokes its session.
      const { status, headers } = await inProgress;
      const claims = verifyToken(auth.platform.keys, /=([^;]+)/.exec(cookie(headers, 'inkbear_session'))?.[1] ?? '', {
        issuer: sessionIssuer,
        audience: sessionAudience,
      });
      const endedBefore = Math.max(
        ...(await auth.emitted(sessionRevoked))
          .filter(({ data }) => data['userId'] === as.userId)
          .map(({ data }) => Number(data['before'])),
      );
      expect(status === 401 || (claims?.iat ?? Infinity) < endedBefore).toBe(true);
      expect((await auth.call(login, { body: { email: input.email, password: 'new-otter-12' } })).status).toBe(200);
      expect((await auth.call(deleteUser, { as, body: { password: 'new-otter-11' } })).status).toBe(403);
    });
    it('are the only callers allowed to create accounts', async () => {
      const { as } = await signUp();
      for (const caller of [undefined, as, { role: 'service', service: 'books' } as const])
        expect((await auth.call(adminCreateUser, { ...(caller ? { as: caller } : {}), body: person() })).status).toBe(
          401,
        );
    });
  });

  it('returns user status to peers and the number of authors to everyone', async () => {
    const { as } = await signUp();
    const peer = { role: 'service', service: 'reviews' } as const;
    expect((await auth.call(findUserStatus, { as: peer, params: { id: as.userId } })).body).toMatchObject({
      id: as.userId,
      deletedAt: null,
    });
    expect((await auth.call(findUserStatus, { as: peer, params: { id: 'nobody' } })).status).toBe(404);
    const other = { role: 'service', service: 'books' } as const;
    expect((await auth.call(findUserStatus, { as: other, params: { id: as.userId } })).status).toBe(403);
    expect((await auth.call(getPublicStats)).body['authors']).toBeGreaterThan(5);
  });
});
