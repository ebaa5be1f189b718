import { adminTokenHeader } from '@inkbear/contracts/auth/session-token';
import type { Access } from '@inkbear/contracts/route';
import type { Identity } from '@inkbear/service-kit/identity';
import { ProblemError } from '@inkbear/service-kit/problem';
import { parseCookies } from '@inkbear/service-kit/router';
import type { IncomingHttpHeaders } from 'node:http';
import type { Revocations } from './revocations.ts';
import type { SessionTokens } from './session-tokens.ts';

/** Who calls, and why the door stays shut if it does; the rate is counted before the refusal is said. */
export interface Caller {
  readonly identity: Identity;
  readonly refusal: ProblemError | null;
}

export interface CallersOptions {
  readonly tokens: SessionTokens;
  readonly revocations: Revocations;
  readonly cookieName: string;
  readonly userFeed: { readonly ageMs: number };
  readonly adminFeed: { readonly ageMs: number };
}

/** Beyond this age of what is known about ended sessions, nobody of the kind is let in. */
const userFeedMs = 60_000;
const adminFeedMs = 5000;

const visitor: Identity = { role: 'visitor' };

/** Turns cookie and admin token into an identity, as far as a route's access asks for one. */
export class Callers {
  readonly #options: CallersOptions;

  constructor(options: CallersOptions) {
    this.#options = options;
  }

  identify(access: Access, headers: IncomingHttpHeaders): Caller {
    switch (access) {
      case 'public':
        return { identity: visitor, refusal: null };
      case 'visitor':
        return { identity: this.#user(headers).identity, refusal: null };
      case 'user':
        return this.#user(headers);
      case 'admin':
        return this.#admin(headers);
      case 'admin-user': {
        const admin = this.#admin(headers);
        if (!admin.refusal) return admin;
        const user = this.#user(headers);
        return user.refusal ? admin : user;
      }
      case 'service':
        return { identity: visitor, refusal: new ProblemError('request.not_found') };
    }
  }

  #user(headers: IncomingHttpHeaders): Caller {
    const { tokens, revocations, cookieName, userFeed } = this.#options;
    const token = headers.cookie?.includes(cookieName) ? parseCookies(headers.cookie)[cookieName] : undefined;
    const session = token ? tokens.readUser(token) : null;
    if (!session || revocations.isRevoked(session))
      return { identity: visitor, refusal: new ProblemError('auth.signed_out') };
    if (userFeed.ageMs > userFeedMs) return { identity: visitor, refusal: new ProblemError('server.unavailable') };
    return {
      identity: { role: 'user', userId: session.userId, sid: session.sid, signedInAt: session.signedInAt },
      refusal: null,
    };
  }

  #admin(headers: IncomingHttpHeaders): Caller {
    const { tokens, revocations, adminFeed } = this.#options;
    const token = headers[adminTokenHeader];
    const session = typeof token === 'string' ? tokens.readAdmin(token) : null;
    if (!session || revocations.isAdminRevoked(session.sid))
      return { identity: visitor, refusal: new ProblemError('admin.token_required') };
    if (adminFeed.ageMs > adminFeedMs) return { identity: visitor, refusal: new ProblemError('server.unavailable') };
    return { identity: { role: 'admin', sid: session.sid }, refusal: null };
  }
}
