import {
  adminAudience,
  adminIssuer,
  sessionAudience,
  sessionDays,
  sessionIssuer,
} from '@inkbear/contracts/auth/session-token';
import type { KeySet } from '@inkbear/service-kit/keys';
import { verifyToken } from '@inkbear/service-kit/tokens';

export interface UserSession {
  readonly userId: string;
  readonly sid: string;
  /** Seconds since 1970. */
  readonly signedInAt: number;
}
export interface AdminSession {
  readonly sid: string;
}

const cacheMs = 2000;
const cacheSize = 10_000;
const dayMs = 86_400_000;

/** Verifies session tokens and caches the result for two seconds. Does not check revocations. */
export class SessionTokens {
  readonly #keys: KeySet;
  readonly #users = new Map<string, { session: UserSession; until: number }>();
  readonly #admins = new Map<string, { session: AdminSession; until: number }>();

  constructor(keys: KeySet) {
    this.#keys = keys;
  }

  /** The session of a cookie's token, or null for an invalid or expired one. */
  readUser(token: string): UserSession | null {
    const cached = this.#users.get(token);
    if (cached && cached.until > Date.now()) return cached.session;
    const claims = verifyToken(this.#keys, token, { issuer: sessionIssuer, audience: sessionAudience });
    const sid = claims?.['sid'];
    if (!claims || typeof sid !== 'string' || (claims.exp - claims.iat) * 1000 > sessionDays * dayMs) return null;
    const session = { userId: claims.sub, sid, signedInAt: claims.iat };
    addToCache(this.#users, token, { session, until: Math.min(Date.now() + cacheMs, claims.exp * 1000) });
    return session;
  }

  /** The session of an `x-admin-token`, or null. */
  readAdmin(token: string): AdminSession | null {
    const cached = this.#admins.get(token);
    if (cached && cached.until > Date.now()) return cached.session;
    const claims = verifyToken(this.#keys, token, { issuer: adminIssuer, audience: adminAudience });
    const sid = claims?.['sid'];
    if (!claims || typeof sid !== 'string') return null;
    addToCache(this.#admins, token, { session: { sid }, until: Math.min(Date.now() + cacheMs, claims.exp * 1000) });
    return { sid };
  }
}

function addToCache<V>(cache: Map<string, V>, key: string, value: V): void {
  if (cache.size >= cacheSize) cache.clear();
  cache.set(key, value);
}
