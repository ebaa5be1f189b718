import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listPurchases } from '@inkbear/contracts/billing/purchase';
import { paymentSucceeded } from '@inkbear/contracts/events';
import { systemClock } from '@inkbear/service-kit/clock';
import { inTransaction } from '@inkbear/service-kit/mongo';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { ProviderObjectRepository } from '../provider/provider-object.repository.ts';
import { TestBilling } from '../testing/test-billing.ts';
import { purchases } from './0004-purchases.ts';
import { oneUseOnePurchase } from './0007-one-use-one-purchase.ts';
import { oneRowPerDifference } from './0009-one-row-per-difference.ts';
import { plainNames } from './0011-plain-names.ts';
import { purchaseHistory } from './0012-purchase-history.ts';

const dayMs = 86_400_000;

describe('the migration of data of earlier releases', () => {
  let billing: TestBilling;
  beforeAll(async () => void (billing = await TestBilling.start()));
  afterAll(() => billing.stop());

  it('lets paid plans renew, publishes no payment twice, and lets unpaid purchases start again', async () => {
    const { connection, outbox } = billing.service.platform;
    const [monthly, oneOff, unpaid] = [testUser(), testUser(), testUser()];
    const objects = connection.collection<{ _id: string }>('sandbox_objects');
    const now = new Date();
    const periodEnd = new Date(now.getTime() + 30 * dayMs);
    const shared = {
      version: 2,
      amount: 1200,
      currency: 'gbp',
      card: 'succeeds',
      cardFingerprint: 'print',
      createdAt: now,
      openKind: 'subscription',
    };
    const running = {
      kind: 'subscription',
      status: 'active',
      startedAt: now,
      periodStart: now,
      periodEnd,
      cancelAtPeriodEnd: false,
      endedAt: null,
    };
    await objects.insertOne({
      _id: 'old-sub',
      userId: monthly.userId,
      clientSecret: 's1',
      beganBy: 'k1',
      ...shared,
      ...running,
    } as never);
    await objects.insertOne({
      _id: 'old-payment',
      userId: oneOff.userId,
      clientSecret: 's2',
      ...shared,
      amount: 2000,
      kind: 'payment',
      status: 'succeeded',
      paidAt: now,
    } as never);
    await objects.insertOne({
      _id: 'old-unpaid',
      userId: unpaid.userId,
      clientSecret: 's3',
      ...shared,
      ...running,
      status: 'incomplete',
      startedAt: null,
      periodStart: null,
      periodEnd: null,
    } as never);
    await connection.collection<{ _id: string }>('plan_accounts').insertOne({
      _id: monthly.userId,
      paidMonthly: { subscriptionId: 'old-sub', version: 2, ...running },
      paidOneOffs: [],
      grantedMonthly: null,
      grantedOneOff: null,
      grantedOneOffCount: 0,
      monthlyEndedAt: null,
      nextChangeAt: null,
    } as never);
    await connection.collection<{ _id: string }>('plan_accounts').insertOne({
      _id: oneOff.userId,
      paidMonthly: null,
      paidOneOffs: [
        { paymentId: 'old-payment', version: 2, startedAt: now, endsAt: new Date(now.getTime() + 30 * dayMs) },
      ],
      grantedMonthly: null,
      grantedOneOff: null,
      grantedOneOffCount: 0,
      monthlyEndedAt: null,
      nextChangeAt: null,
    } as never);
    for (const [paymentId, { userId }, plan, amount] of [
      [`old-sub:${now.toISOString()}`, monthly, 'pro_monthly', 1200],
      ['old-payment', oneOff, 'pro_oneoff', 2000],
    ] as const) {
      await outbox.run(({ emit }) =>
        emit(paymentSucceeded, paymentId, { userId, paymentId, plan, amount, currency: 'gbp', cardFingerprint: null }),
      );
    }
    for (let times = 0; times < 2; times += 1) await purchases.up(connection);
    await billing.service.runJob('reconcile');
    await billing.advance(32);
    await billing.service.runJob('run-due-work');
    expect((await billing.published(paymentSucceeded, monthly.userId)).map(({ paymentId }) => paymentId)).toEqual([
      `old-sub:${now.toISOString()}`,
      `old-sub:${periodEnd.toISOString()}`,
    ]);
    expect((await billing.published(paymentSucceeded, oneOff.userId)).length).toBe(1);
    expect(await Promise.all([monthly, oneOff, unpaid].map(({ userId }) => billing.planOf(userId)))).toEqual([
      ['pro_monthly', true, 'paid'],
      ['pro_oneoff', false, 'paid'],
      ['free', false, 'none'],
    ]);
    expect((await billing.confirm(unpaid, 's3')).status).toBe(404);
    expect((await billing.subscribe(unpaid)).status).toBe(200);
    expect((await billing.refund({ subscriptionId: 'old-sub' })).body['amount']).toBe(1200);
    expect(await billing.planOf(monthly.userId)).toEqual(['free', false, 'none']);
  });

  it('completes the history of purchases from the events of the payments', async () => {
    const { connection, outbox } = billing.service.platform;
    const as = testUser();
    const payments = connection.collection<{ _id: string }>('payments');
    const stored = { userId: as.userId, objectId: 'o', amount: 2000, refunded: 500, disputeLostAt: null };
    await payments.insertMany(['dated', 'undated'].map((_id) => ({ _id, ...stored })));
    const event = {
      userId: as.userId,
      plan: 'pro_oneoff',
      amount: 2000,
      currency: 'gbp',
      cardFingerprint: null,
    } as const;
    const paidAt = '2026-01-03T10:00:00.000Z';
    await outbox.run(({ emit }) => emit(paymentSucceeded, 'dated', { ...event, paymentId: 'dated', paidAt }));
    await outbox.run(({ emit }) => emit(paymentSucceeded, 'undated', { ...event, paymentId: 'undated' }));
    for (let times = 0; times < 2; times += 1) await purchaseHistory.up(connection);
    const { body } = await billing.service.call(listPurchases, { as });
    const { time } = (await connection.collection('outbox').findOne({ type: paymentSucceeded.type, key: 'undated' }))!;
    const purchase = {
      plan: 'pro_oneoff',
      amount: 2000,
      currency: 'gbp',
      refunded: 500,
      isDisputed: false,
      effect: null,
    };
    expect(body).toEqual([
      { id: 'undated', paidAt: (time as Date).toISOString(), ...purchase },
      { id: 'dated', paidAt, ...purchase },
    ]);
  });

  it('closes one of two open purchases with the same promo code use, but none without a code', async () => {
    const { connection } = billing.service.platform;
    const { userId } = testUser();
    const rows = connection.collection<{ _id: string; openKind?: string }>('purchases');
    await rows.dropIndex('one_open_purchase_of_a_use');
    for (const [kind, owner, promoCode] of [
      ['subscription', userId, 'TWICE'],
      ['payment', userId, 'TWICE'],
      ['subscription', 'other', null],
      ['payment', 'other', null],
    ] as const) {
      await rows.insertOne({
        _id: `${owner}-${kind}`,
        userId: owner,
        promoCode,
        openKind: kind,
        objectId: null,
        beganAt: new Date(),
      } as never);
    }
    await oneUseOnePurchase.up(connection);
    const open = await Promise.all(
      [userId, 'other'].map((owner) => rows.find({ userId: owner, openKind: { $exists: true } }).toArray()),
    );
    expect(open.map((each) => each.map(({ openKind }) => openKind).toSorted())).toEqual([
      ['payment'],
      ['payment', 'subscription'],
    ]);
  });

  it('merges the hourly rows of an open difference into one, and keeps repaired ones separate', async () => {
    const { connection } = billing.service.platform;
    const rows = connection.collection<{ _id: string }>('provider_differences');
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
    const rowsByHour = [
      ['d1', 'gone-object', 1, false],
      ['d2', 'repaired-object', 2, true],
      ['d3', 'gone-object', 3, false],
      ['d4', 'repaired-object', 4, true],
      ['d5', 'gone-object', 5, false],
    ] as const;
    await rows.insertMany(
      rowsByHour.map(([_id, objectId, hour, isRepaired]) => ({
        _id,
        objectId,
        userId: null,
        foundAt: at(hour),
        fields: [],
        isRepaired,
      })),
    );
    for (let times = 0; times < 2; times += 1) await oneRowPerDifference.up(connection);
    const closed = { objectId: 'repaired-object', userId: null, fields: [], count: 1, outcome: 'repaired' };
    expect(
      await rows
        .find({ _id: { $in: rowsByHour.map(([_id]) => _id) } })
        .sort({ _id: 1 })
        .toArray(),
    ).toEqual([
      { _id: 'd2', ...closed, firstSeenAt: at(2), lastSeenAt: at(2), closedAt: at(2) },
      { _id: 'd4', ...closed, firstSeenAt: at(4), lastSeenAt: at(4), closedAt: at(4) },
      {
        _id: 'd5',
        objectId: 'gone-object',
        openId: 'gone-object',
        userId: null,
        fields: [],
        count: 3,
        outcome: null,
        firstSeenAt: at(1),
        lastSeenAt: at(5),
        closedAt: null,
      },
    ]);
  });

  it('renames the fields of tracked objects, and picks up what the previous release writes afterwards', async () => {
    const { connection } = billing.service.platform;
    const rows = connection.collection<{ _id: string; [field: string]: unknown }>('provider_objects');
    const row = { userId: 'u', looks: 4, applied: 3, told: '{"status":"active"}', watchUntil: new Date(0) };
    await rows.insertOne({ _id: 'tracked', ...row });
    for (let times = 0; times < 2; times += 1) await plainNames.up(connection);
    const copied = { fetchSeq: 4, appliedSeq: 3, lastPublished: row.told };
    expect(await rows.findOne({ _id: 'tracked' })).toEqual({ _id: 'tracked', ...row, ...copied });
    // A fetch by the previous release, whose result it has applied and published.
    await rows.updateOne({ _id: 'tracked' }, { $set: { looks: 6, applied: 6, told: null } });
    const providerObjects = new ProviderObjectRepository(connection, systemClock);
    const apply = (fetchSeq: number) =>
      inTransaction(connection, (session) => providerObjects.applyIfNewer('tracked', fetchSeq, session));
    expect([await apply(5), await apply(7)]).toEqual([
      null,
      { _id: 'tracked', userId: 'u', fetchSeq: 6, appliedSeq: 7, lastPublished: null, watchUntil: new Date(0) },
    ]);
    expect(await providerObjects.nextFetchSeq('tracked')).toBe(7);
    const both = { looks: 7, fetchSeq: 7, applied: 7, appliedSeq: 7, told: null, lastPublished: null };
    expect(await rows.findOne({ _id: 'tracked' })).toMatchObject(both);
    expect([await providerObjects.nextFetchSeq('new'), await rows.findOne({ _id: 'new' })]).toEqual([
      1,
      expect.objectContaining({ looks: 1, applied: 0, told: null, fetchSeq: 1, appliedSeq: 0, lastPublished: null }),
    ]);
  });
});
