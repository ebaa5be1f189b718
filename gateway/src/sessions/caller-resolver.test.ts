import { describe, expect, it } from '@jest/globals';
import type { Access } from '@inkbear/contracts/route';
import { CallerResolver } from './caller-resolver.ts';
import { Revocations } from './revocations.ts';
import type { SessionTokens } from './session-tokens.ts';

const user = { userId: 'u1', sid: 's1', signedInAt: 1000 };
const tokens = {
  readUser: (token: string) => (token === 'good' ? user : null),
  readAdmin: (token: string) => (token === 'good' ? { sid: 'a1' } : null),
} as unknown as SessionTokens;
const cookie = { cookie: 'other=1; inkbear_session=good' };
const adminToken = { 'x-admin-token': 'good' };

function identify(
  access: Access,
  headers: Record<string, string>,
  ages: { user?: number; admin?: number } = {},
  revocations = new Revocations(),
): string {
  const callers = new CallerResolver({
    tokens,
    revocations,
    cookieName: 'inkbear_session',
    userFeed: { ageMs: ages.user ?? 0 },
    adminFeed: { ageMs: ages.admin ?? 0 },
  });
  const { identity, rejection } = callers.identify(access, headers);
  return rejection ? rejection.code : identity.role;
}

describe('CallerResolver', () => {
  it.each<[Access, Record<string, string>, string]>([
    ['public', cookie, 'visitor'],
    ['visitor', cookie, 'user'],
    ['visitor', {}, 'visitor'],
    ['visitor', { cookie: 'inkbear_session=bad' }, 'visitor'],
    ['user', cookie, 'user'],
    ['user', {}, 'auth.signed_out'],
    ['user', { cookie: 'inkbear_session=bad' }, 'auth.signed_out'],
    ['user', adminToken, 'auth.signed_out'],
    ['admin', adminToken, 'admin'],
    ['admin', cookie, 'admin.token_required'],
    ['admin', { 'x-admin-token': 'bad' }, 'admin.token_required'],
    ['admin-user', { ...cookie, ...adminToken }, 'admin'],
    ['admin-user', { ...cookie, 'x-admin-token': 'bad' }, 'user'],
    ['admin-user', {}, 'admin.token_required'],
    ['service', { ...cookie, ...adminToken }, 'request.not_found'],
  ])('on a %s route with %j is %s', (access, headers, expected) => {
    expect(identify(access, headers)).toBe(expected);
  });

  it.each<[Access, { user?: number; admin?: number }, string]>([
    ['user', { user: 59_000 }, 'user'],
    ['user', { user: 61_000 }, 'server.unavailable'],
    ['user', { admin: 1e9 }, 'user'],
    ['visitor', { user: 61_000 }, 'visitor'],
    ['public', { user: 61_000 }, 'visitor'],
    ['admin', { admin: 4900 }, 'admin'],
    ['admin', { admin: 5100 }, 'server.unavailable'],
    ['admin', { user: 1e9 }, 'admin'],
    ['admin-user', { admin: 5100 }, 'user'],
    ['admin-user', { admin: 5100, user: 61_000 }, 'server.unavailable'],
  ])('on a %s route with revocation lists of age %j ms is %s', (access, ages, expected) => {
    expect(identify(access, { ...cookie, ...adminToken }, ages)).toBe(expected);
  });

  it('treats a revoked session as signed out', () => {
    const later = new Date(Date.now() + 60_000).toISOString();
    const ofSession = new Revocations();
    ofSession.add({ kind: 'session', seq: 1, sid: 's1', expiresAt: later });
    ofSession.addAdmin({ sid: 'a1', expiresAt: later });
    expect([
      identify('user', cookie, {}, ofSession),
      identify('visitor', cookie, {}, ofSession),
      identify('admin', adminToken, {}, ofSession),
    ]).toEqual(['auth.signed_out', 'visitor', 'admin.token_required']);
    const ofUser = new Revocations();
    ofUser.add({ kind: 'user', seq: 1, userId: 'u1', before: 1001, expiresAt: later });
    ofUser.add({ kind: 'user', seq: 2, userId: 'u1', before: 900, expiresAt: later });
    expect(identify('user', cookie, {}, ofUser)).toBe('auth.signed_out');
    const ofEarlierSessions = new Revocations();
    ofEarlierSessions.add({ kind: 'user', seq: 1, userId: 'u1', before: 1000, expiresAt: later });
    expect(identify('user', cookie, {}, ofEarlierSessions)).toBe('user');
    ofSession.sweep(Date.now() + 61_000);
    expect(identify('user', cookie, {}, ofSession)).toBe('user');
  });
});
