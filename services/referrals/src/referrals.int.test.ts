import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { referralsChanged, userRegistered, userRemoved } from '@inkbear/contracts/events';
import { getReferrals } from '@inkbear/contracts/referrals/referral';
import { checkErasure } from '@inkbear/service-kit/testing/check-erasure';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from './definition.ts';

describe('referrals', () => {
  let referrals: TestService;
  beforeAll(async () => (referrals = await TestService.start(definition)));
  afterAll(async () => await referrals.stop());
  const registered = (userId: string, referralCode: string, referredByCode: string | null) => ({ userId, email: 'a@example.com', firstName: 'A', lastName: 'B', referralCode, referredByCode, createdAt: '2026-01-01T00:00:00.000Z' });

  it('notes who brought whom once, however often it is told, and tells the referrer’s summary', async () => {
    const [ada, ben] = [testUser(), testUser()];
    await referrals.deliver(userRegistered, ada.userId, registered(ada.userId, 'ADA', null));
    const event = await referrals.deliver(userRegistered, ben.userId, registered(ben.userId, 'BEN', 'ADA'));
    await referrals.redeliver(event);
    await referrals.deliver(userRegistered, ben.userId, registered(ben.userId, 'BEN', 'ADA'));
    expect((await referrals.call(getReferrals, { as: ada })).body).toMatchObject({
      referralCode: 'ADA', totalReferrals: 1, pendingReferrals: 1, processedReferrals: 0, totalCredits: 0,
      recentReferrals: [{ status: 'pending', eligibleDate: '2026-01-08T00:00:00.000Z', createdAt: '2026-01-01T00:00:00.000Z', creditsAwarded: 1 }],
    });
    expect((await referrals.emitted(referralsChanged)).map(({ key }) => key)).toEqual([ada.userId]);
    expect((await referrals.call(getReferrals, { as: ben })).body).toMatchObject({ referralCode: 'BEN', totalReferrals: 0 });
  });

  it('waits for a referrer whose registration has not arrived', async () => {
    const cleo = testUser();
    await expect(referrals.deliver(userRegistered, cleo.userId, registered(cleo.userId, 'CLEO', 'NOT-YET'))).rejects.toThrow('not arrived');
    await referrals.deliver(userRegistered, 'x', registered('x', 'NOT-YET', null));
    await referrals.deliver(userRegistered, cleo.userId, registered(cleo.userId, 'CLEO', 'NOT-YET'));
    expect((await referrals.call(getReferrals, { as: cleo })).body['referralCode']).toBe('CLEO');
  });

  it('erases someone from both sides of their referrals', async () => {
    const seed = async ({ userId }: { userId: string }) => {
      await referrals.deliver(userRegistered, userId, registered(userId, `CODE-${userId}`, 'ADA'));
      await referrals.deliver(userRegistered, `brought-by-${userId.slice(0, 8)}`, registered(`brought-by-${userId.slice(0, 8)}`, `OTHER-${userId.slice(0, 8)}`, `CODE-${userId}`));
    };
    expect(await checkErasure(referrals, { seed })).toEqual({ unseeded: [], left: [], lost: [] });
  });

  it('keeps the referrer’s numbers when the one they brought is erased, and cancels what was pending', async () => {
    const [dan, eve, fay] = [testUser(), testUser(), testUser()];
    await referrals.deliver(userRegistered, dan.userId, registered(dan.userId, 'DAN', null));
    for (const { userId } of [eve, fay]) await referrals.deliver(userRegistered, userId, registered(userId, userId, 'DAN'));
    await referrals.platform.connection.collection<{ _id: string }>('referrals').updateOne({ _id: eve.userId }, { $set: { status: 'processed' } });
    for (const { userId } of [eve, fay]) await referrals.deliver(userRemoved, userId, { userId, stage: 'erased' });
    await referrals.runJob('erase-removed');
    expect((await referrals.call(getReferrals, { as: dan })).body).toMatchObject({ totalReferrals: 2, pendingReferrals: 0, processedReferrals: 1, totalCredits: 1 });
    const told = (await referrals.emitted(referralsChanged)).filter(({ key }) => key === dan.userId).at(-1)?.data as { recentReferrals: { status: string }[] };
    expect(told.recentReferrals.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'processed']);
  });

  it('asks for a session, and says 503 when a user is unknown and auth does not answer', async () => {
    expect((await referrals.call(getReferrals)).status).toBe(401);
    expect((await referrals.call(getReferrals, { as: testUser() })).status).toBe(503);
  });
});
