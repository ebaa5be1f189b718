import { serviceNames, type ServiceName } from '@inkbear/contracts/services';
import type { Access, Route } from '@inkbear/contracts/route';
import { ProblemError } from './problem.ts';
import type { KeySet, SigningKey } from './keys.ts';
import { claimedIssuer, signToken, verifyToken } from './tokens.ts';

/** Carries the signed identity; the gateway strips it from every request of a client. */
export const identityHeader = 'x-inkbear-identity';

export type Identity =
  | { readonly role: 'visitor' }
  | { readonly role: 'user'; readonly userId: string; readonly sid: string; readonly signedInAt: number }
  | { readonly role: 'admin'; readonly sid: string }
  | { readonly role: 'service'; readonly service: ServiceName | 'gateway' };

/** Who acted, as events and audit rows write it. */
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

const lifeSeconds = 5;
/** Who comes later than this has not waited but kept the identity. */
const waitedSeconds = 60;

/** Signs who a request is from, for one service, for at most 5 s. */
export function signIdentity(signer: SigningKey, audience: ServiceName, identity: Identity): string {
  const subject =
    identity.role === 'user' ? identity.userId : identity.role === 'service' ? identity.service : identity.role;
  const claims =
    identity.role === 'user'
      ? { sid: identity.sid, auth_time: identity.signedInAt }
      : identity.role === 'admin'
        ? { sid: identity.sid }
        : {};
  return signToken(signer, { subject, audience, lifeSeconds, claims: { role: identity.role, ...claims } });
}

/** Verifies identities for one service; a verified token is remembered until it expires. */
export class IdentityVerifier {
  readonly #keys: KeySet;
  readonly #audience: ServiceName;
  readonly #seen = new Map<string, { identity: Identity; until: number }>();

  constructor(keys: KeySet, audience: ServiceName) {
    this.#keys = keys;
    this.#audience = audience;
  }

  /** No token at all is a visitor; a wrong one throws 401, one that came too late 503. */
  verify(token: string | undefined): Identity {
    if (token === undefined) return { role: 'visitor' };
    const seen = this.#seen.get(token);
    if (seen && seen.until > Date.now()) return seen.identity;
    const issuer = claimedIssuer(token);
    const expected = { issuer: issuer ?? '', audience: this.#audience };
    const claims = issuer ? verifyToken(this.#keys, token, expected) : null;
    // A true identity that waited too long in front of a busy service: nobody was signed out by that.
    if (issuer && !claims && verifyToken(this.#keys, token, expected, waitedSeconds))
      throw new ProblemError('server.unavailable', { retryAfterSeconds: 1 });
    const identity = claims ? identityFrom(claims) : null;
    if (!claims || !identity || claims.exp - claims.iat > lifeSeconds) throw new ProblemError('auth.signed_out');
    if (this.#seen.size > 5000) this.#seen.clear();
    this.#seen.set(token, { identity, until: claims.exp * 1000 });
    return identity;
  }
}

/** The gateway speaks for people, a service only for itself. */
function identityFrom(claims: { iss: string; sub: string; [key: string]: unknown }): Identity | null {
  const { iss, sub, role: kind, sid, auth_time: signedInAt } = claims;
  if (iss === 'gateway') {
    if (kind === 'visitor') return { role: 'visitor' };
    if (kind === 'user' && typeof sid === 'string' && typeof signedInAt === 'number')
      return { role: 'user', userId: sub, sid, signedInAt };
    if (kind === 'admin' && typeof sid === 'string') return { role: 'admin', sid };
    return kind === 'service' && sub === 'gateway' ? { role: 'service', service: 'gateway' } : null;
  }
  const service = serviceNames.find((name) => name === iss);
  return service && kind === 'service' && sub === service ? { role: 'service', service } : null;
}

const allowed: Readonly<Record<Access, readonly Identity['role'][]>> = {
  public: ['visitor', 'user', 'admin', 'service'],
  visitor: ['visitor', 'user', 'admin', 'service'],
  user: ['user'],
  admin: ['admin'],
  'admin-user': ['admin', 'user'],
  service: ['service'],
};

/** Throws 401 when nobody fitting is there, 403 when the wrong somebody is. A peer's route does not exist for people. */
export function requireAccess(access: Access, identity: Identity): void {
  if (allowed[access].includes(identity.role)) return;
  if (access === 'service') throw new ProblemError('request.not_found');
  if (access === 'admin' || access === 'admin-user') throw new ProblemError('admin.token_required');
  throw new ProblemError(identity.role === 'visitor' ? 'auth.signed_out' : 'auth.role_required');
}

/**
 * Throws 403 `auth.role_required` when a peer calls an internal route that does not name it in `callers`. Routes
 * that people use are not restricted: peers have no identity that their access allows.
 */
export function requireCaller({ access, callers = [] }: Pick<Route, 'access' | 'callers'>, identity: Identity): void {
  if (access !== 'service') return;
  if (identity.role !== 'service' || !callers.includes(identity.service)) throw new ProblemError('auth.role_required');
}
