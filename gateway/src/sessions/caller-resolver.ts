import { adminTokenHeader } from '@inkbear/contracts/auth/session-token';
import type { Access } from '@inkbear/contracts/route';
import type { Identity } from '@inkbear/service-kit/identity';
import { ProblemError } from '@inkbear/service-kit/problem';
import { parseCookies } from '@inkbear/service-kit/router';
import type { IncomingHttpHeaders } from 'node:http';
import type { Revocations } from './revocations.ts';
import type { SessionTokens } from './session-tokens.ts';

/** The caller's identity, and the error if access is denied. It is thrown later, after the request was counted. */
export interface Caller {
  readonly identity: Identity;
  readonly rejection: ProblemError | null;
}

export interface CallerResolverOptions {
  readonly tokens: SessionTokens;
  readonly revocations: Revocations;
  readonly cookieName: string;
  readonly userFeed: { readonly ageMs: number };
  readonly adminFeed: { readonly ageMs: number };
}

/** When the revocation list is older than this, all sessions of users or admins are rejected. */
const maxUserFeedAgeMs = 60_000;
const maxAdminFeedAgeMs = 5000;

const visitor: Identity = { role: 'visitor' };

const staleFeed = () =>
  new ProblemError('server.unavailable', { cause: new Error('The list of ended sessions is too old.') });

/** Resolves the session cookie or admin token to an identity, if the access of the route needs one. */
export class CallerResolver {
  readonly #options: CallerResolverOptions;

  constructor(options: CallerResolverOptions) {
    this.#options = options;
  }

  identify(access: Access, headers: IncomingHttpHeaders): Caller {
    switch (access) {
      case 'public':
        return { identity: visitor, rejection: null };
      case 'visitor':
        return { identity: this.#user(headers).identity, rejection: null };
      case 'user':
        return this.#user(headers);
      case 'admin':
        return this.#admin(headers);
      case 'admin-user': {
        const admin = this.#admin(headers);
        if (!admin.rejection) return admin;
        const user = this.#user(headers);
        return user.rejection ? admin : user;
      }
      case 'service':
        return { identity: visitor, rejection: new ProblemError('request.not_found') };
    }
  }

  #user(headers: IncomingHttpHeaders): Caller {
    const { tokens, revocations, cookieName, userFeed } = this.#options;
    const token = headers.cookie?.includes(cookieName) ? parseCookies(headers.cookie)[cookieName] : undefined;
    const session = token ? tokens.readUser(token) : null;
    if (!session || revocations.isRevoked(session))
      return { identity: visitor, rejection: new ProblemError('auth.signed_out') };
    if (userFeed.ageMs > maxUserFeedAgeMs) return { identity: visitor, rejection: staleFeed() };
    return {
      identity: { role: 'user', userId: session.userId, sid: session.sid, signedInAt: session.signedInAt },
      rejection: null,
    };
  }

  #admin(headers: IncomingHttpHeaders): Caller {
    const { tokens, revocations, adminFeed } = this.#options;
    const token = headers[adminTokenHeader];
    const session = typeof token === 'string' ? tokens.readAdmin(token) : null;
    if (!session || revocations.isAdminRevoked(session.sid))
      return { identity: visitor, rejection: new ProblemError('admin.token_required') };
    if (adminFeed.ageMs > maxAdminFeedAgeMs) return { identity: visitor, rejection: staleFeed() };
    return { identity: { role: 'admin', sid: session.sid }, rejection: null };
  }
}
