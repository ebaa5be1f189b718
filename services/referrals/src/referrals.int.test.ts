import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  paymentRefunded,
  paymentSucceeded,
  referralChanged,
  referralsCreditsAwarded,
  referralsSummaryChanged,
  sandboxClockMoved,
  subscriptionChanged,
  userChanged,
  userRegistered,
  userRemoved,
} from '@inkbear/contracts/events';
import { listAdminReferrals } from '@inkbear/contracts/referrals/admin-referral';
import { getReferrals } from '@inkbear/contracts/referrals/referral';
import { checkErasure } from '@inkbear/service-kit/testing/check-erasure';
import { testRegistration } from '@inkbear/service-kit/testing/test-events';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from './definition.ts';

describe('referrals', () => {
  let referrals: TestService;
  beforeAll(async () => (referrals = await TestService.start(definition)));
  afterAll(async () => await referrals.stop());
  const registration = (
    userId: string,
    referralCode: string,
    referredByCode: string | null,
    email = `${userId}@example.com`,
  ) => testRegistration(userId, { email, referralCode, referredByCode, createdAt: '2026-01-01T00:00:00.000Z' });

  const admin = { role: 'admin', sid: 'a' } as const;
  let subscriptions = 0;
  /** The parts of billing's events about a paid month that a test chooses. */
  interface PaidMonth {
    subscriptionId?: string;
    card?: string | null;
    until?: string;
    status?: 'active' | 'past_due' | 'canceled';
    endReason?: 'refunded' | 'disputed' | null;
    seq?: number;
  }
  const payMonth = async (
    userId: string,
    {
      subscriptionId = `sub-${(subscriptions += 1)}`,
      card = null,
      until = '2036-01-01T00:00:00.000Z',
      status = 'active',
      endReason = null,
      seq = 1,
    }: PaidMonth = {},
  ) => {
    const paymentId = `pay-${subscriptionId}-${seq}`;
    await referrals.deliver(paymentSucceeded, paymentId, {
      paymentId,
      userId,
      plan: 'pro_monthly',
      subscriptionId,
      amount: 1200,
      currency: 'gbp',
      paidAt: '2026-01-01T00:00:00.000Z',
      cardFingerprint: card,
    });
    await referrals.deliver(
      subscriptionChanged,
      subscriptionId,
      {
        subscriptionId,
        userId,
        status,
        startedAt: '2026-01-01T00:00:00.000Z',
        periodEnd: until,
        cancelAtPeriodEnd: false,
        endedAt: null,
        endReason,
        amount: 1200,
        currency: 'gbp',
      },
      { seq },
    );
    return subscriptionId;
  };
  /** Registers two users, one referred by the other. By default the waiting period is over. */
  const registerPair = async ({
    createdAt = '2026-01-01T00:00:00.000Z',
    emails = [undefined, undefined] as (string | undefined)[],
  } = {}) => {
    const [referrer, referred] = [testUser(), testUser()];
    await referrals.deliver(
      userRegistered,
      referrer.userId,
      registration(referrer.userId, referrer.userId, null, emails[0]),
    );
    await referrals.deliver(userRegistered, referred.userId, {
      ...registration(referred.userId, referred.userId, referrer.userId, emails[1]),
      createdAt,
    });
    return { referrer, referred };
  };
  const changeAddress = (userId: string, email: string, seq = 1) =>
    referrals.deliver(userChanged, userId, { userId, email, firstName: 'Ada', lastName: 'Author' }, { seq });
  /** The addresses of both users in the admins' list. */
  const listedAddresses = async (q: string) =>
    (
      (await referrals.call(listAdminReferrals, { as: admin, query: { q } })).body as unknown as {
        referrerEmail: string | null;
        referredEmail: string | null;
      }[]
    ).map(({ referrerEmail, referredEmail }) => [referrerEmail, referredEmail]);
  const statusOf = async ({ referrer }: { referrer: ReturnType<typeof testUser> }) =>
    (await referrals.call(getReferrals, { as: referrer })).body['recentReferrals'][0].status as string;
  const awardsOf = async (...users: { userId: string }[]) =>
    (await referrals.emitted(referralsCreditsAwarded))
      .map(({ data }) => data)
      .filter(({ userId }) => users.some((user) => user.userId === userId));

  it('stores a referral once when its event is redelivered, and publishes the referrer’s summary', async () => {
    const [ada, ben] = [testUser(), testUser()];
    await referrals.deliver(userRegistered, ada.userId, registration(ada.userId, 'ADA', null));
    const event = await referrals.deliver(userRegistered, ben.userId, registration(ben.userId, 'BEN', 'ADA'));
    await referrals.redeliver(event);
    await referrals.deliver(userRegistered, ben.userId, registration(ben.userId, 'BEN', 'ADA'));
    expect((await referrals.call(getReferrals, { as: ada })).body).toMatchObject({
      referralCode: 'ADA',
      totalReferrals: 1,
      pendingReferrals: 1,
      processedReferrals: 0,
      totalCredits: 0,
      recentReferrals: [
        {
          status: 'pending',
          eligibleDate: '2026-01-08T00:00:00.000Z',
          createdAt: '2026-01-01T00:00:00.000Z',
          creditsAwarded: 1,
        },
      ],
    });
    expect((await referrals.emitted(referralsSummaryChanged)).map(({ key }) => key)).toEqual([ada.userId]);
    expect((await referrals.call(getReferrals, { as: ben })).body).toMatchObject({
      referralCode: 'BEN',
      totalReferrals: 0,
    });
  });

  it('counts all referrals of a referrer and lists the 20 newest', async () => {
    const ada = testUser();
    await referrals.deliver(userRegistered, ada.userId, registration(ada.userId, 'ADA-MANY', null));
    const statuses = [...Array<string>(15).fill('pending'), ...Array<string>(8).fill('processed'), 'cancelled'];
    const createdAt = (index: number) => new Date(Date.UTC(2026, 0, 1 + index));
    const stored = referrals.platform.connection.collection<{ _id: string }>('referrals');
    await stored.insertMany(
      statuses.map((status, index) => ({
        _id: `many-${index}`,
        id: `many-${index}`,
        referrerId: ada.userId,
        status,
        creditsAwarded: 2,
        eligibleDate: createdAt(index),
        createdAt: createdAt(index),
        dueAt: null,
      })),
    );
    const { body } = await referrals.call(getReferrals, { as: ada });
    expect(body).toMatchObject({
      totalReferrals: 24,
      pendingReferrals: 15,
      processedReferrals: 8,
      totalCredits: 16,
    });
    expect((body['recentReferrals'] as { id: string }[]).map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_one, index) => `many-${23 - index}`),
    );
    // They lack what other tests look at.
    await stored.deleteMany({ referrerId: ada.userId });
  });

  it('retries a registration until the referrer’s own has arrived', async () => {
    const cleo = testUser();
    await expect(
      referrals.deliver(userRegistered, cleo.userId, registration(cleo.userId, 'CLEO', 'NOT-YET')),
    ).rejects.toThrow('not arrived');
    await referrals.deliver(userRegistered, 'x', registration('x', 'NOT-YET', null));
    await referrals.deliver(userRegistered, cleo.userId, registration(cleo.userId, 'CLEO', 'NOT-YET'));
    expect((await referrals.call(getReferrals, { as: cleo })).body['referralCode']).toBe('CLEO');
  });

  it('erases a user from both sides of their referrals', async () => {
    const seed = async ({ userId, email }: { userId: string; email: string }) => {
      await referrals.deliver(userRegistered, userId, registration(userId, `CODE-${userId}`, 'ADA', email));
      await payMonth(userId, { subscriptionId: `sub-${userId}`, card: `card-of-${userId}` });
      await changeAddress(userId, email);
      await referrals.deliver(
        userRegistered,
        `referred-by-${userId.slice(0, 8)}`,
        registration(`referred-by-${userId.slice(0, 8)}`, `OTHER-${userId.slice(0, 8)}`, `CODE-${userId}`),
      );
    };
    expect(await checkErasure(referrals, { seed })).toEqual({ unseeded: [], remaining: [], lost: [] });
  });

  it('keeps the referrer’s totals when a referred user is erased, and cancels pending referrals', async () => {
    const [dan, eve, fay] = [testUser(), testUser(), testUser()];
    await referrals.deliver(userRegistered, dan.userId, registration(dan.userId, 'DAN', null));
    for (const { userId } of [eve, fay])
      await referrals.deliver(userRegistered, userId, registration(userId, userId, 'DAN'));
    await referrals.platform.connection
      .collection<{ _id: string }>('referrals')
      .updateOne({ _id: eve.userId }, { $set: { status: 'processed' } });
    for (const { userId } of [eve, fay]) await referrals.deliver(userRemoved, userId, { userId, stage: 'erased' });
    await referrals.runJob('erase-removed');
    expect((await referrals.call(getReferrals, { as: dan })).body).toMatchObject({
      totalReferrals: 2,
      pendingReferrals: 0,
      processedReferrals: 1,
      totalCredits: 1,
    });
    const published = (await referrals.emitted(referralsSummaryChanged)).filter(({ key }) => key === dan.userId).at(-1)
      ?.data as {
      recentReferrals: { status: string }[];
    };
    expect(published.recentReferrals.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'processed']);
  });

  it('publishes no summary when a referral changes that is not among the 20 newest and has no credits', async () => {
    const referrer = testUser();
    await referrals.deliver(userRegistered, referrer.userId, registration(referrer.userId, 'SUMMARY', null));
    const referred = Array.from({ length: 21 }, () => testUser().userId);
    for (const [index, userId] of referred.entries())
      await referrals.deliver(userRegistered, userId, {
        ...registration(userId, userId, 'SUMMARY'),
        createdAt: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
      });
    const summaries = async () =>
      (await referrals.emitted(referralsSummaryChanged)).filter(({ key }) => key === referrer.userId).length;
    const [oldest = '', second = ''] = referred;
    for (const [userId, expected] of [
      [oldest, 21],
      [second, 22],
    ] as const) {
      await referrals.deliver(userRemoved, userId, { userId, stage: 'erased' });
      await referrals.runJob('erase-removed');
      expect(await summaries()).toBe(expected);
    }
  });

  it('awards one credit to both users after the waiting period and a paid month, despite redelivered events', async () => {
    const { referrer, referred } = await registerPair();
    await payMonth(referred.userId, { subscriptionId: 'sub-of-two' });
    await payMonth(referred.userId, { subscriptionId: 'sub-of-two', seq: 2 });
    for (let run = 0; run < 3; run += 1) await referrals.runJob('process-due');
    expect(await statusOf({ referrer })).toBe('processed');
    const awards = await awardsOf(referrer, referred);
    expect(awards.map(({ userId, credits }) => [userId, credits])).toEqual([
      [referrer.userId, 1],
      [referred.userId, 1],
    ]);
    expect(new Set(awards.map(({ awardKey }) => awardKey)).size).toBe(2);
    expect((await referrals.call(getReferrals, { as: referrer })).body).toMatchObject({
      processedReferrals: 1,
      totalCredits: 1,
    });
    const published = (await referrals.emitted(referralChanged)).filter(
      ({ data }) => data['referredId'] === referred.userId,
    );
    expect(published.map(({ seq, data }) => [seq, data['status']])).toEqual([
      [1, 'pending'],
      [2, 'processed'],
    ]);
  });

  it('evaluates an unpaid referral once at the end of the waiting period, and processes it on a later payment', async () => {
    const { referrer, referred } = await registerPair();
    for (let run = 0; run < 3; run += 1) await referrals.runJob('process-due');
    const row = async () =>
      await referrals.platform.connection
        .collection<{ _id: string; lockCount?: number; dueAt: Date | null }>('referrals')
        .findOne({ _id: referred.userId });
    expect([await statusOf({ referrer }), (await row())?.lockCount, (await row())?.dueAt]).toEqual([
      'pending',
      1,
      null,
    ]);
    await payMonth(referred.userId, { subscriptionId: 'sub-much-later' });
    expect(await statusOf({ referrer })).toBe('processed');
  });

  it('processes a referral when the month and its payment arrive concurrently', async () => {
    const pairs = await Promise.all(Array.from({ length: 12 }, () => registerPair()));
    await Promise.all(
      pairs.flatMap(({ referred: { userId } }, at) => {
        const subscriptionId = `sub-at-once-${at}`;
        const payment = {
          paymentId: `pay-at-once-${at}`,
          userId,
          plan: 'pro_monthly' as const,
          subscriptionId,
          amount: 1200,
          currency: 'gbp',
          paidAt: '2026-01-01T00:00:00.000Z',
          cardFingerprint: null,
        };
        const subscription = {
          subscriptionId,
          userId,
          status: 'active' as const,
          startedAt: '2026-01-01T00:00:00.000Z',
          periodEnd: '2036-01-01T00:00:00.000Z',
          cancelAtPeriodEnd: false,
          endedAt: null,
          endReason: null,
          amount: 1200,
          currency: 'gbp',
        };
        return [
          referrals.deliver(paymentSucceeded, payment.paymentId, payment),
          referrals.deliver(subscriptionChanged, subscriptionId, subscription),
        ];
      }),
    );
    expect(await Promise.all(pairs.map(statusOf))).toEqual(pairs.map(() => 'processed'));
  });

  it('processes a paid referral by the job when the waiting period ends in business time', async () => {
    const { referrer, referred } = await registerPair({ createdAt: new Date().toISOString() });
    await payMonth(referred.userId);
    await referrals.runJob('process-due');
    expect(await statusOf({ referrer })).toBe('pending');
    await referrals.deliver(sandboxClockMoved, 'clock', { offsetMs: 7 * 86_400_000 + 60_000 });
    const { asOf, recentReferrals } = (await referrals.call(getReferrals, { as: referrer })).body as {
      asOf: string;
      recentReferrals: { eligibleDate: string }[];
    };
    expect(Date.parse(asOf)).toBeGreaterThan(Date.parse(recentReferrals[0]?.eligibleDate ?? ''));
    await referrals.runJob('process-due');
    await referrals.deliver(sandboxClockMoved, 'clock', { offsetMs: 0 }, { seq: 2 });
    expect(await statusOf({ referrer })).toBe('processed');
    expect(await awardsOf(referrer, referred)).toHaveLength(2);
  });

  it('keeps a referral pending while it is unpaid, after a failed renewal, and after the paid month', async () => {
    const unpaid = await registerPair();
    const overdue = await registerPair();
    await payMonth(overdue.referred.userId, { status: 'past_due' });
    const expired = await registerPair();
    await payMonth(expired.referred.userId, { subscriptionId: 'sub-expired', until: '2026-02-01T00:00:00.000Z' });
    await referrals.runJob('process-due');
    expect([await statusOf(unpaid), await statusOf(overdue), await statusOf(expired)]).toEqual([
      'pending',
      'pending',
      'pending',
    ]);
    await payMonth(expired.referred.userId, { subscriptionId: 'sub-expired', seq: 2 });
    await payMonth(expired.referred.userId, {
      subscriptionId: 'sub-expired',
      seq: 1,
      status: 'canceled',
      endReason: 'refunded',
    });
    expect(await statusOf(expired)).toBe('processed');
  });

  it('cancels a referral on a refund or account deletion before it is processed, but not after', async () => {
    const refunded = await registerPair({ createdAt: new Date().toISOString() });
    const subscriptionId = await payMonth(refunded.referred.userId);
    await payMonth(refunded.referred.userId, { subscriptionId, seq: 2, status: 'canceled', endReason: 'refunded' });
    const deleted = await registerPair();
    await referrals.deliver(userRemoved, deleted.referred.userId, { userId: deleted.referred.userId, stage: 'grace' });
    await referrals.deliver(
      userRemoved,
      deleted.referred.userId,
      { userId: deleted.referred.userId, stage: 'restored' },
      { seq: 2 },
    );
    await payMonth(deleted.referred.userId);
    const processed = await registerPair();
    const paid = await payMonth(processed.referred.userId);
    await payMonth(processed.referred.userId, {
      subscriptionId: paid,
      seq: 2,
      status: 'canceled',
      endReason: 'disputed',
    });
    await referrals.runJob('process-due');
    expect([await statusOf(refunded), await statusOf(deleted), await statusOf(processed)]).toEqual([
      'cancelled',
      'cancelled',
      'processed',
    ]);
    expect(await awardsOf(refunded.referrer, refunded.referred, deleted.referrer, deleted.referred)).toEqual([]);
  });

  it('cancels a referral between two accounts of one person: same mailbox or same card', async () => {
    const tagged = await registerPair({ emails: ['Pat@example.com', 'pat+books@example.com'] });
    const sameCard = await registerPair();
    await payMonth(sameCard.referrer.userId, { card: 'card-1' });
    await payMonth(sameCard.referred.userId, { card: 'card-1' });
    const paidFirst = await registerPair({ createdAt: new Date().toISOString() });
    await payMonth(paidFirst.referred.userId, { card: 'card-2' });
    await payMonth(paidFirst.referrer.userId, { card: 'card-2' });
    await payMonth(tagged.referred.userId);
    await referrals.runJob('process-due');
    expect([await statusOf(tagged), await statusOf(sameCard), await statusOf(paidFirst)]).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
    const { body } = await referrals.call(listAdminReferrals, { as: admin, query: { q: 'pat+books' } });
    expect(body).toMatchObject([
      {
        referrerEmail: 'Pat@example.com',
        referredEmail: 'pat+books@example.com',
        status: 'cancelled',
        cancelReason: 'same_person',
        processedAt: null,
      },
    ]);
  });

  it('shows the present addresses of both users, of referrals before and after a change', async () => {
    const { referrer, referred } = await registerPair({ emails: ['tess@example.com', 'theo@example.com'] });
    const event = await changeAddress(referrer.userId, 'tess-new@example.com');
    await referrals.redeliver(event);
    await changeAddress(referred.userId, 'theo-new@example.com');
    const later = testUser();
    await referrals.deliver(
      userRegistered,
      later.userId,
      registration(later.userId, later.userId, referrer.userId, 'later@example.com'),
    );
    expect((await listedAddresses('tess')).toSorted()).toEqual([
      ['tess-new@example.com', 'later@example.com'],
      ['tess-new@example.com', 'theo-new@example.com'],
    ]);
    expect([await listedAddresses('tess@'), await listedAddresses('theo@')]).toEqual([[], []]);
  });

  it('keeps the newest address when changes and registrations arrive in another order', async () => {
    const early = testUser();
    await expect(changeAddress(early.userId, 'early@example.com')).rejects.toThrow('not arrived');
    const { referrer, referred } = await registerPair({ emails: ['uma@example.com', 'ugo@example.com'] });
    await changeAddress(referrer.userId, 'uma-second@example.com', 2);
    await changeAddress(referrer.userId, 'uma-first@example.com', 1);
    await changeAddress(referred.userId, 'ugo-new@example.com');
    for (const [{ userId }, code, email] of [
      [referrer, null, 'uma@example.com'],
      [referred, referrer.userId, 'ugo@example.com'],
    ] as const)
      await referrals.deliver(userRegistered, userId, registration(userId, userId, code, email));
    expect(await listedAddresses('uma')).toEqual([['uma-second@example.com', 'ugo-new@example.com']]);
  });

  it('cancels a referral when an address is changed so that both users have the same mailbox', async () => {
    const changedByReferred = await registerPair({ emails: ['vera@example.com', 'victor@example.com'] });
    await changeAddress(changedByReferred.referred.userId, 'vera+books@example.com');
    const changedByReferrer = await registerPair({ emails: ['will@example.com', 'wanda@example.com'] });
    await changeAddress(changedByReferrer.referrer.userId, 'Wanda+me@example.com');
    for (const { referred } of [changedByReferred, changedByReferrer]) await payMonth(referred.userId);
    expect([await statusOf(changedByReferred), await statusOf(changedByReferrer)]).toEqual(['cancelled', 'cancelled']);
    const users = [changedByReferred, changedByReferrer].flatMap(({ referrer, referred }) => [referrer, referred]);
    expect(await awardsOf(...users)).toEqual([]);
  });

  it('ignores a changed address of an erased user', async () => {
    const { referrer, referred } = await registerPair({ emails: ['xena@example.com', 'xaver@example.com'] });
    for (const { userId } of [referrer, referred])
      await referrals.deliver(userRemoved, userId, { userId, stage: 'erased' });
    await referrals.runJob('erase-removed');
    await changeAddress(referrer.userId, 'xena-late@example.com');
    await changeAddress(referred.userId, 'xaver-late@example.com');
    expect(await listedAddresses('late@')).toEqual([]);
  });

  it('cancels a referral with a shared card in any order of the events', async () => {
    const first = await registerPair();
    await payMonth(first.referrer.userId, { card: 'card-3' });
    const subscription = {
      subscriptionId: 'sub-first',
      userId: first.referred.userId,
      status: 'active' as const,
      startedAt: '2026-01-01T00:00:00.000Z',
      periodEnd: '2036-01-01T00:00:00.000Z',
      cancelAtPeriodEnd: false,
      endedAt: null,
      endReason: null,
      amount: 1200,
      currency: 'gbp',
    };
    await referrals.deliver(subscriptionChanged, 'sub-first', subscription);
    await referrals.runJob('process-due');
    expect(await statusOf(first)).toBe('pending');
    await payMonth(first.referred.userId, { subscriptionId: 'sub-first', card: 'card-3' });
    const [referrer, referred] = [testUser(), testUser()];
    await payMonth(referrer.userId, { card: 'card-4' });
    await payMonth(referred.userId, { card: 'card-4' });
    await referrals.deliver(userRegistered, referrer.userId, registration(referrer.userId, referrer.userId, null));
    await referrals.deliver(
      userRegistered,
      referred.userId,
      registration(referred.userId, referred.userId, referrer.userId),
    );
    await referrals.runJob('process-due');
    expect([await statusOf(first), await statusOf({ referrer })]).toEqual(['cancelled', 'cancelled']);
    expect(await awardsOf(first.referrer, first.referred, referrer, referred)).toEqual([]);
  });

  it('cancels a referral on a refund after the plan has ended, and on a refund that arrives before its payment', async () => {
    const ended = await registerPair({ createdAt: new Date().toISOString() });
    const subscriptionId = await payMonth(ended.referred.userId);
    await payMonth(ended.referred.userId, { subscriptionId, seq: 2, status: 'canceled' });
    const early = await registerPair();
    for (const [{ referred }, paymentId] of [
      [ended, `pay-${subscriptionId}-1`],
      [early, 'pay-sub-early-1'],
    ] as const) {
      await referrals.deliver(paymentRefunded, paymentId, {
        paymentId,
        userId: referred.userId,
        plan: 'pro_monthly',
        subscriptionId: 'any',
        amount: 1200,
        currency: 'gbp',
        refundKey: `${paymentId}:1200`,
        isFull: true,
        refundedAt: '2026-01-03T00:00:00.000Z',
      });
    }
    await payMonth(early.referred.userId, { subscriptionId: 'sub-early' });
    await payMonth(ended.referred.userId);
    await referrals.runJob('process-due');
    expect([await statusOf(ended), await statusOf(early)]).toEqual(['cancelled', 'cancelled']);
    const published = (await referrals.emitted(referralChanged))
      .filter(({ data }) => data['referredId'] === ended.referred.userId)
      .at(-1);
    expect([published?.data['status'], typeof published?.data['cancelledAt']]).toEqual(['cancelled', 'string']);
  });

  it('lists referrals for admins only, with paging, status filter and search', async () => {
    const first = await referrals.call(listAdminReferrals, { as: admin, query: { limit: 2, sort: 'createdAt' } });
    expect(first.body).toHaveLength(2);
    const cursor =
      new URL(/<([^<>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '', 'http://x').searchParams.get(
        'cursor',
      ) ?? '';
    const second = await referrals.call(listAdminReferrals, {
      as: admin,
      query: { limit: 2, sort: 'createdAt', cursor },
    });
    expect(
      [...(first.body as unknown as { id: string }[]), ...(second.body as unknown as { id: string }[])].map(
        ({ id }) => id,
      ),
    ).toHaveLength(
      new Set(
        [...(first.body as unknown as { id: string }[]), ...(second.body as unknown as { id: string }[])].map(
          ({ id }) => id,
        ),
      ).size,
    );
    const cancelled = (await referrals.call(listAdminReferrals, { as: admin, query: { status: 'cancelled' } }))
      .body as unknown as { status: string }[];
    expect(new Set(cancelled.map(({ status }) => status))).toEqual(new Set(['cancelled']));
    expect((await referrals.call(listAdminReferrals, { as: testUser() })).status).toBe(401);
    expect((await referrals.call(listAdminReferrals)).status).toBe(401);
  });

  it('requires a session, and replies 503 when the user is unknown and auth does not answer', async () => {
    expect((await referrals.call(getReferrals)).status).toBe(401);
    expect((await referrals.call(getReferrals, { as: testUser() })).status).toBe(503);
  });
});
