import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminLogin, adminLogout, listAdminRevocations } from '@inkbear/contracts/admin/session';
import { getSiteLogo, reportPageView } from '@inkbear/contracts/admin/site';
import { adminAudience, adminIssuer } from '@inkbear/contracts/auth/session-token';
import { adminAdminAction, adminSessionRevoked } from '@inkbear/contracts/events';
import work from '@inkbear/service-kit/password.worker';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { verifyToken } from '@inkbear/service-kit/tokens';
import { definition } from './definition.ts';

const password = 'an admin password for tests';
const peer = { role: 'service', service: 'gateway' } as const;

describe('admin', () => {
  let admin: TestService;
  beforeAll(
    async () =>
      (admin = await TestService.start(definition, {
        ADMIN_PASSWORD_HASH: work({ kind: 'hash', password, cost: 10 }),
        ADMIN_SESSION_MINUTES: 60,
      })),
  );
  afterAll(async () => await admin.stop());

  it('issues a token of at most 60 minutes for the correct password, and records the sign-in', async () => {
    const { status, body } = await admin.call(adminLogin, { body: { password } });
    const claims = verifyToken(admin.platform.keys, String(body['token']), {
      issuer: adminIssuer,
      audience: adminAudience,
    });
    expect([status, claims?.sub, (claims?.exp ?? 0) - (claims?.iat ?? 0)]).toEqual([200, 'admin', 3600]);
    expect((await admin.emitted(adminAdminAction)).at(-1)?.data).toMatchObject({
      action: 'admin.signed_in',
      actor: `admin:${String(claims?.['sid'])}`,
    });
  });

  it('rejects a wrong or missing password', async () => {
    const wrong = await admin.call(adminLogin, { body: { password: 'not this one' } });
    expect([wrong.status, wrong.body['message']]).toEqual([401, 'Invalid admin password']);
    expect((await admin.emitted(adminAdminAction)).at(-1)?.data).toMatchObject({
      action: 'admin.sign_in_failed',
      actor: 'visitor',
    });
    const doubled = await admin.call(adminLogin, { body: { password: `${password}\0${password}` } });
    expect([doubled.status, doubled.body['message']]).toEqual([401, 'Invalid admin password']);
    const missing = await admin.call(adminLogin, { body: { password: '' } });
    expect([missing.status, missing.body['message']]).toEqual([400, 'Please enter the admin password']);
  });

  it('ends a session idempotently and publishes its revocation', async () => {
    const as = { role: 'admin', sid: 'sid-to-end' } as const;
    expect([(await admin.call(adminLogout, { as })).status, (await admin.call(adminLogout, { as })).status]).toEqual([
      200, 200,
    ]);
    expect((await admin.emitted(adminSessionRevoked)).map(({ data }) => data['sid'])).toEqual(['sid-to-end']);
    expect((await admin.call(listAdminRevocations, { as: peer })).body['revocations']).toEqual([
      expect.objectContaining({ sid: 'sid-to-end', seq: 1 }),
    ]);
    expect((await admin.call(adminLogout, { as: testUser() })).status).toBe(401);
  });

  it('counts page views only with consent, and without personal data', async () => {
    const views = () => admin.platform.connection.collection('page_views').find({}, { hint: '_id_' }).toArray();
    expect((await admin.call(reportPageView, { body: { path: '/pricing' } })).status).toBe(204);
    expect(
      (await admin.call(reportPageView, { body: { path: '/pricing' }, headers: { cookie: 'inkbear_consent=no' } }))
        .status,
    ).toBe(204);
    expect(await views()).toEqual([]);
    const headers = { cookie: 'inkbear_consent=yes' };
    await admin.call(reportPageView, {
      body: { path: '/book/0190a2b4-1111-7222-8333-444455556666?email=a@example.com' },
      headers,
    });
    await admin.call(reportPageView, { body: { path: '/book/0190a2b4-1111-7222-8333-444455557777' }, headers });
    expect((await views()).map((row) => [String(row._id).slice(11), row['views']])).toEqual([['/book/:id', 2]]);
  });

  it('counts all unknown paths in one row per day', async () => {
    const rows = admin.platform.connection.collection<{ _id: string; views: number }>('page_views');
    const headers = { cookie: 'inkbear_consent=yes' };
    const before = await rows.countDocuments({}, { hint: '_id_' });
    const paths = Array.from({ length: 20 }, (_one, index) =>
      index % 2 === 0 ? `/invented-${index}` : `/book/x/${index}`,
    );
    for (const path of paths) expect((await admin.call(reportPageView, { body: { path }, headers })).status).toBe(204);
    expect(await rows.countDocuments({}, { hint: '_id_' })).toBe(before + 1);
    expect((await rows.find({ _id: / other$/ }, { hint: '_id_' }).toArray()).map(({ views }) => views)).toEqual([20]);
  });

  it('has no logo until one is uploaded', async () =>
    expect((await admin.call(getSiteLogo)).body).toEqual({ url: null, isActive: false }));

  it('throttles after 20 parallel wrong passwords', async () => {
    const guess = async () => (await admin.call(adminLogin, { body: { password: 'guess' } })).status;
    const statuses = await Promise.all(Array.from({ length: 30 }, guess));
    // A busy server refuses an attempt without checking or counting it.
    expect([401, 429, 503]).toEqual(expect.arrayContaining(statuses));
    do statuses.push(await guess());
    while (statuses.at(-1) !== 429 && statuses.length < 60);
    expect([statuses.at(-1), statuses.filter((status) => status === 401).length <= 20]).toEqual([429, true]);
    expect(
      (await admin.emitted(adminAdminAction)).filter(({ data }) => data['action'] === 'admin.sign_in_failed').length,
    ).toBeLessThanOrEqual(20);
    expect((await admin.call(adminLogin, { body: { password } })).status).toBe(429);
  });
});
