import { adminAudience } from '@inkbear/contracts/auth/session-token';
import { adminAdminAction, adminSessionRevoked } from '@inkbear/contracts/events';
import type { NewId } from '@inkbear/service-kit/ids';
import type { SigningKey } from '@inkbear/service-kit/keys';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import type { RevocationLog } from '@inkbear/service-kit/revocation-log';
import { signToken } from '@inkbear/service-kit/tokens';

interface Deps {
  signer: SigningKey;
  newId: NewId;
  outbox: Outbox;
  revocations: RevocationLog<{ sid: string }>;
  minutes: number;
}

/** Starts and ends admin sessions; both leave a line in the audit trail. */
export class AdminSessions {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async open(): Promise<{ token: string; expiresAt: string }> {
    const { signer, newId, outbox, minutes } = this.#deps;
    const sid = newId();
    const expiresAt = new Date(Date.now() + minutes * 60_000).toISOString();
    await outbox.run((transaction) => this.#record(transaction, sid, 'admin.signed_in'));
    return { token: signToken(signer, { subject: 'admin', audience: adminAudience, lifeSeconds: minutes * 60, claims: { sid } }), expiresAt };
  }

  async close(sid: string): Promise<void> {
    await this.#deps.outbox.run(async (transaction) => {
      const row = await this.#deps.revocations.insert(transaction.session, `session:${sid}`, { sid });
      if (!row) return;
      await transaction.emit(adminSessionRevoked, row._id, { seq: row.seq, sid, expiresAt: row.expiresAt.toISOString() });
      await this.#record(transaction, sid, 'admin.signed_out');
    });
  }

  async #record(transaction: Transaction, sid: string, action: string): Promise<void> {
    const actionId = this.#deps.newId();
    await transaction.emit(adminAdminAction, actionId, { actionId, at: new Date().toISOString(), actor: `admin:${sid}`, action, target: 'admin', before: null, after: null });
  }
}
