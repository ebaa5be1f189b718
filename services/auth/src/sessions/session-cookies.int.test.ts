import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, logout, register } from '@inkbear/contracts/auth/account';
import { sessionAudience, sessionIssuer } from '@inkbear/contracts/auth/session-token';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { verifyToken } from '@inkbear/service-kit/tokens';
import { definition } from '../definition.ts';

/** Without `Secure`, with another path or with a domain, a browser drops a cookie whose name begins with `__Host-`. */
const sessionCookie = /^__Host-inkbear_session=([^;]+); Path=\/; HttpOnly; SameSite=Lax; Secure$/;

describe('the session cookie of a site with https', () => {
  const credentials = { email: 'ada@example.com', password: 'violet-otter-9' };
  let auth: TestService;
  beforeAll(
    async () =>
      (auth = await TestService.start(definition, { PASSWORD_COST: 10, PUBLIC_URL: 'https://write.example.org' })),
  );
  afterAll(async () => await auth.stop());
  const sessionCookies = (headers: Headers) =>
    headers.getSetCookie().filter((value) => value.split('=')[0]?.includes('inkbear_session'));

  it('is issued at registration and at sign-in for exactly this host and for https only', async () => {
    const registered = await auth.call(register, { body: { ...credentials, firstName: 'Ada', lastName: 'Byron' } });
    const signedIn = await auth.call(login, { body: credentials });
    for (const { headers } of [registered, signedIn]) {
      const [cookie = '', ...others] = sessionCookies(headers);
      expect([others, cookie]).toEqual([[], expect.stringMatching(sessionCookie)]);
      const token = sessionCookie.exec(cookie)?.[1] ?? '';
      const claims = verifyToken(auth.platform.keys, token, { issuer: sessionIssuer, audience: sessionAudience });
      expect(claims?.sub).toBe(registered.body['id']);
    }
  });

  it('is removed at sign-out under the same name and with the same attributes', async () => {
    const { headers } = await auth.call(logout, { as: testUser() });
    expect(sessionCookies(headers)).toEqual([
      '__Host-inkbear_session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
    ]);
  });
});
