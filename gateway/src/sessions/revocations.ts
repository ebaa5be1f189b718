import type { Revocation } from '@inkbear/contracts/auth/internal';
import type { UserSession } from './session-tokens.ts';

/** The last revocation of a user's sessions; an earlier one revokes nothing that this one does not. */
interface UserRevocation {
  readonly before: number;
  readonly seq: number;
  readonly exceptSid: string | undefined;
  readonly until: number;
}

/** `seq` only decides within one second, because a restored backup sets it back. */
const isLater = (one: Pick<UserRevocation, 'before' | 'seq'>, other: Pick<UserRevocation, 'before' | 'seq'>): boolean =>
  one.before > other.before || (one.before === other.before && one.seq > other.seq);

/** Revoked sessions, in memory until their tokens expire. */
export class Revocations {
  readonly #sessions = new Map<string, number>();
  readonly #admins = new Map<string, number>();
  readonly #users = new Map<string, UserRevocation>();

  add(revocation: Revocation): void {
    const until = Date.parse(revocation.expiresAt);
    if (revocation.kind === 'session') {
      this.#sessions.set(revocation.sid, until);
      return;
    }
    const known = this.#users.get(revocation.userId);
    const { before, seq, exceptSid } = known && isLater(known, revocation) ? known : revocation;
    this.#users.set(revocation.userId, { before, seq, exceptSid, until: Math.max(known?.until ?? 0, until) });
  }

  addAdmin(revocation: { sid: string; expiresAt: string }): void {
    this.#admins.set(revocation.sid, Date.parse(revocation.expiresAt));
  }

  /** Whether the session was revoked, alone or with all sessions that the user had started before some time. */
  isRevoked(session: UserSession): boolean {
    if (this.#sessions.has(session.sid)) return true;
    const ofUser = this.#users.get(session.userId);
    return ofUser !== undefined && session.signedInAt < ofUser.before && session.sid !== ofUser.exceptSid;
  }

  isAdminRevoked(sid: string): boolean {
    return this.#admins.has(sid);
  }

  /** Removes entries whose tokens have expired. */
  sweep(now: number): void {
    for (const [sid, until] of this.#sessions) if (until < now) this.#sessions.delete(sid);
    for (const [sid, until] of this.#admins) if (until < now) this.#admins.delete(sid);
    for (const [userId, { until }] of this.#users) if (until < now) this.#users.delete(userId);
  }
}
