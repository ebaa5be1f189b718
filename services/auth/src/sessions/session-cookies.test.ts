import { describe, expect, it } from '@jest/globals';
import { sessionAudience, sessionIssuer } from '@inkbear/contracts/auth/session-token';
import { DeviceCookie } from '@inkbear/service-kit/device-cookie';
import { newId } from '@inkbear/service-kit/ids';
import { KeySet, loadSigningKey } from '@inkbear/service-kit/keys';
import { createTestKeys } from '@inkbear/service-kit/testing/test-keys';
import { verifyToken } from '@inkbear/service-kit/tokens';
import { SessionCookies } from './session-cookies.ts';

const { jwksFile, privateKeyFile } = createTestKeys([sessionIssuer]);
const keys = new KeySet(jwksFile);
const device = { id: 'd'.repeat(32), others: [] };
const publicUrl = 'http://localhost:8080';
const cookies = new SessionCookies({
  signer: loadSigningKey(privateKeyFile(sessionIssuer)),
  newId,
  device: new DeviceCookie({ name: 'inkbear_device', publicUrl }),
  publicUrl,
});
const tokenIn = (cookie = ''): string => /=([^;]+)/.exec(cookie)?.[1] ?? '';

describe('SessionCookies', () => {
  it('signs another token with another session id at every sign-in of the same user', () => {
    const tokens = Array.from({ length: 20 }, () => tokenIn(cookies.issue('user-1', device)[0]));
    const claims = tokens.map((token) =>
      verifyToken(keys, token, { issuer: sessionIssuer, audience: sessionAudience }),
    );
    expect(new Set(tokens).size).toBe(20);
    expect(new Set(claims.map((claim) => claim?.['sid'])).size).toBe(20);
    expect(new Set(claims.map((claim) => claim?.sub))).toEqual(new Set(['user-1']));
  });
});
