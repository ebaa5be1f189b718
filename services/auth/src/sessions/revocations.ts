import type { Revocation } from '@inkbear/contracts/auth/internal';
import { sessionDays } from '@inkbear/contracts/auth/session-token';
import { sessionRevoked } from '@inkbear/contracts/events';
import type { Transaction } from '@inkbear/service-kit/outbox';
import { RevocationLog, type RevocationRow } from '@inkbear/service-kit/revocation-log';
import type { Connection } from 'mongoose';

type RevocationTarget =
  { kind: 'session'; sid: string } | { kind: 'user'; userId: string; before: number; exceptSid?: string };

/** Revokes one session, or all sessions of a user, and publishes the revocation. */
export class Revocations {
  readonly #log: RevocationLog<RevocationTarget>;

  constructor(connection: Connection) {
    this.#log = new RevocationLog(connection, sessionDays * 86_400_000);
  }

  async revokeSession(transaction: Transaction, sid: string): Promise<void> {
    await this.#insert(transaction, `session:${sid}`, { kind: 'session', sid });
  }

  /** Revokes all sessions of a user whose tokens were signed before the next second. */
  async revokeUser(transaction: Transaction, userId: string): Promise<void> {
    const before = nextSecond();
    await this.#insert(transaction, `user:${userId}:${before}`, { kind: 'user', userId, before });
  }

  /** Like `revokeUser`, but the session `exceptSid` stays valid. */
  async revokeOthers(transaction: Transaction, userId: string, exceptSid: string): Promise<void> {
    const before = nextSecond();
    await this.#insert(transaction, `user:${userId}:${before}:${exceptSid}`, {
      kind: 'user',
      userId,
      before,
      exceptSid,
    });
  }

  /**
   * Waits until a new token would be later than the user’s last revocation. Token times are whole seconds, so a token
   * that is signed in the same second as the revocation would be rejected too.
   */
  async waitPastLastRevocation(userId: string): Promise<void> {
    const newest = await this.#log.findNewest(`user:${userId}:`);
    const waitMs = newest?.what.kind === 'user' ? newest.what.before * 1000 - Date.now() : 0;
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }

  /** A page of revocations whose `seq` is above `after`, and the highest `seq` ever assigned. */
  async listAfter(after: number): Promise<{ revocations: Revocation[]; seq: number }> {
    const { rows, seq } = await this.#log.listAfter(after);
    return { revocations: rows.map(presentRevocation), seq };
  }

  async #insert(transaction: Transaction, id: string, target: RevocationTarget): Promise<void> {
    const row = await this.#log.insert(transaction.session, id, target);
    if (row) await transaction.emit(sessionRevoked, id, presentRevocation(row));
  }
}

const nextSecond = (): number => Math.floor(Date.now() / 1000) + 1;

const presentRevocation = ({ seq, expiresAt, what }: RevocationRow<RevocationTarget>): Revocation => ({
  ...what,
  seq,
  expiresAt: expiresAt.toISOString(),
});
