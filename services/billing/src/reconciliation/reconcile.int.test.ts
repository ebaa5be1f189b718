import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entitlementChanged, paymentSucceeded } from '@inkbear/contracts/events';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { TestBilling } from '../testing/test-billing.ts';
import { commandReconcile } from './command-reconcile.ts';

describe('the reconciler', () => {
  let billing: TestBilling;
  beforeAll(async () => void (billing = await TestBilling.start()));
  afterAll(() => billing.stop());

  const collection = (name: string) => billing.service.platform.connection.collection<{ _id: string }>(name);
  const listed = async (objectId: string) => (await collection('provider_differences').find({ objectId }, { hint: '_id_' }).toArray()) as unknown as { fields: { field: string }[]; isRepaired: boolean }[];

  it('runs when an operator asks, once', async () => {
    const runs = () => collection('reconciliations').countDocuments({ startedAt: { $exists: true } }, { hint: '_id_' });
    await commandReconcile(billing.service.platform.connection);
    await billing.service.runJob('reconcile-on-request');
    for (let waits = 0; (await runs()) === 0 && waits < 100; waits += 1) await new Promise((resolve) => setTimeout(resolve, 100));
    await billing.service.runJob('reconcile-on-request');
    expect(await runs()).toBe(1);
  }, 40_000);

  it('finds nothing where nothing differs', async () => {
    await billing.pay(testUser(), 'pro_monthly');
    await billing.pay(testUser(), 'pro_oneoff');
    await billing.service.runJob('reconcile');
    expect(await collection('provider_differences').countDocuments({}, { hint: '_id_' })).toBe(0);
    expect((await commandReconcile(billing.service.platform.connection))[0]).toMatch(/: 2 objects, 0 differences$/);
  });

  it('lists and repairs an event that never came, a plan that was changed by hand, and a payment that billing has forgotten', async () => {
    const [missed, changed, forgotten] = [testUser(), testUser(), testUser()];
    const missedId = await billing.pay(missed, 'pro_monthly');
    const changedId = await billing.pay(changed, 'pro_oneoff');
    const forgottenId = await billing.pay(forgotten, 'pro_oneoff');
    await collection('sandbox_objects').updateOne({ _id: missedId }, { $set: { cancelAtPeriodEnd: true } });
    await collection('plan_accounts').updateOne({ _id: changed.userId }, { $set: { paidOneOffs: [] } });
    for (const name of ['plan_accounts', 'payments', 'provider_objects']) await collection(name).deleteOne({ _id: name === 'plan_accounts' ? forgotten.userId : forgottenId });
    await billing.service.runJob('reconcile');
    expect(await Promise.all([missedId, changedId, forgottenId].map(async (id) => (await listed(id)).map(({ fields, isRepaired }) => [fields.map(({ field }) => field), isRepaired])))).toEqual([
      [[['cancelAtPeriodEnd'], true]], [[['startedAt', 'endsAt'], true]], [[['startedAt', 'endsAt', `payment ${forgottenId}`], true]],
    ]);
    expect(await Promise.all([missed, changed, forgotten].map(({ userId }) => billing.planOf(userId)))).toEqual([['pro_monthly', true, 'paid'], ['pro_oneoff', true, 'paid'], ['pro_oneoff', true, 'paid']]);
    expect((await billing.told(entitlementChanged, changed.userId)).at(-1)).toMatchObject({ plan: 'pro_oneoff', isActive: true });
    expect(await commandReconcile(billing.service.platform.connection)).toEqual(expect.arrayContaining([expect.stringContaining(`${missedId}  repaired`), '    cancelAtPeriodEnd: false here, true there']));
    await collection('provider_differences').deleteMany({});
    await billing.service.runJob('reconcile');
    expect(await collection('provider_differences').countDocuments({}, { hint: '_id_' })).toBe(0);
  }, 40_000);

  it('gives up what nobody has paid for a month, and stops to watch it', async () => {
    const as = testUser();
    const { body } = await billing.buyOnce(as);
    await billing.advance(31);
    await billing.service.runJob('reconcile');
    expect((await billing.confirm(as, body['clientSecret'])).status).toBe(404);
    expect(await collection('provider_objects').countDocuments({ userId: as.userId, watchUntil: { $gt: new Date('2100-01-01') } })).toBe(0);
    expect((await billing.buyOnce(as)).body['paymentId']).not.toBe(body['paymentId']);
  }, 40_000);

  it('lists what it cannot repair: a payment that the provider does not know', async () => {
    const as = testUser();
    const id = await billing.pay(as, 'pro_oneoff');
    await collection('sandbox_objects').deleteOne({ _id: id });
    await billing.service.runJob('reconcile');
    expect((await listed(id)).map(({ fields, isRepaired }) => [fields, isRepaired])).toEqual([[[{ field: 'object', here: '1 payments', there: null }], false]]);
    expect((await billing.told(paymentSucceeded, as.userId)).length).toBe(1);
  }, 40_000);
});
