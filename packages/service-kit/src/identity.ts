import { serviceNames, type ServiceName } from '@inkbear/contracts/services';
import type { Access, Route } from '@inkbear/contracts/route';
import { ProblemError } from './problem.ts';
import type { KeySet, SigningKey } from './keys.ts';
import { claimedIssuer, signToken, verifyToken } from './tokens.ts';

/** Header with the signed identity. The gateway strips it from client requests. */
export const identityHeader = 'x-inkbear-identity';

export type Identity =
  | { readonly role: 'visitor' }
  | { readonly role: 'user'; readonly userId: string; readonly sid: string; readonly signedInAt: number }
  | { readonly role: 'admin'; readonly sid: string }
  | { readonly role: 'service'; readonly service: ServiceName | 'gateway' };

/** The actor as written to events and audit rows. */
export function actorOf(identity: Identity): string {
  switch (identity.role) {
    case 'visitor':
      return 'visitor';
    case 'user':
      return identity.userId;
    case 'admin':
      return `admin:${identity.sid}`;
    case 'service':
      return identity.service;
  }
}

const identityLifeSeconds = 5;
/** An expired identity up to this age is a delayed request (503); an older one is rejected (401). */
const maxDelaySeconds = 60;

/** Signs the caller's identity for one service; valid for 5 s. */
export function signIdentity(signer: SigningKey, audience: ServiceName, identity: Identity): string {
  const subject =
    identity.role === 'user' ? identity.userId : identity.role === 'service' ? identity.service : identity.role;
  const claims =
    identity.role === 'user'
      ? { sid: identity.sid, auth_time: identity.signedInAt }
      : identity.role === 'admin'
        ? { sid: identity.sid }
        : {};
  return signToken(signer, {
    subject,
    audience,
    lifeSeconds: identityLifeSeconds,
    claims: { role: identity.role, ...claims },
  });
}

/** Verifies identities for one service; caches verified tokens until they expire. */
export class IdentityVerifier {
  readonly #keys: KeySet;
  readonly #audience: ServiceName;
  readonly #verified = new Map<string, { identity: Identity; until: number }>();

  constructor(keys: KeySet, audience: ServiceName) {
    this.#keys = keys;
    this.#audience = audience;
  }

  /** Without a token the caller is a visitor. An invalid token throws 401, one that arrived too late 503. */
  verify(token: string | undefined): Identity {
    if (token === undefined) return { role: 'visitor' };
    const cached = this.#verified.get(token);
    if (cached && cached.until > Date.now()) return cached.identity;
    const issuer = claimedIssuer(token);
    const expected = { issuer: issuer ?? '', audience: this.#audience };
    const claims = issuer ? verifyToken(this.#keys, token, expected) : null;
    // A valid identity that expired while the request waited for a busy service. The user is not signed out.
    if (issuer && !claims && verifyToken(this.#keys, token, expected, maxDelaySeconds))
      throw new ProblemError('server.unavailable', { retryAfterSeconds: 1 });
    const identity = claims ? identityFrom(claims) : null;
    if (!claims || !identity || claims.exp - claims.iat > identityLifeSeconds)
      throw new ProblemError('auth.signed_out');
    if (this.#verified.size > 5000) this.#verified.clear();
    this.#verified.set(token, { identity, until: claims.exp * 1000 });
    return identity;
  }
}

/** The gateway may sign any role; a service only its own. */
function identityFrom(claims: { iss: string; sub: string; [key: string]: unknown }): Identity | null {
  const { iss, sub, role, sid, auth_time: signedInAt } = claims;
  if (iss === 'gateway') {
    if (role === 'visitor') return { role: 'visitor' };
    if (role === 'user' && typeof sid === 'string' && typeof signedInAt === 'number')
      return { role: 'user', userId: sub, sid, signedInAt };
    if (role === 'admin' && typeof sid === 'string') return { role: 'admin', sid };
    return role === 'service' && sub === 'gateway' ? { role: 'service', service: 'gateway' } : null;
  }
  const service = serviceNames.find((name) => name === iss);
  return service && role === 'service' && sub === service ? { role: 'service', service } : null;
}

const allowed: Readonly<Record<Access, readonly Identity['role'][]>> = {
  public: ['visitor', 'user', 'admin', 'service'],
  visitor: ['visitor', 'user', 'admin', 'service'],
  user: ['user'],
  admin: ['admin'],
  'admin-user': ['admin', 'user'],
  service: ['service'],
};

/**
 * Internal routes: 404 for everybody but services. Admin routes: 401 `admin.token_required` for all but admins, whoever is
 * signed in. Other routes: 401 for visitors, 403 for the wrong role.
 */
export function requireAccess(access: Access, identity: Identity): void {
  if (allowed[access].includes(identity.role)) return;
  if (access === 'service') throw new ProblemError('request.not_found');
  if (access === 'admin' || access === 'admin-user') throw new ProblemError('admin.token_required');
  throw new ProblemError(identity.role === 'visitor' ? 'auth.signed_out' : 'auth.role_required');
}

/**
 * Throws 403 `auth.role_required` when a peer calls an internal route that does not list it in `callers`. Public routes
 * need no check here: their access excludes peers already.
 */
export function requireCaller({ access, callers = [] }: Pick<Route, 'access' | 'callers'>, identity: Identity): void {
  if (access !== 'service') return;
  if (identity.role !== 'service' || !callers.includes(identity.service)) throw new ProblemError('auth.role_required');
}
