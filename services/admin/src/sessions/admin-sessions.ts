import { adminAudience } from '@inkbear/contracts/auth/session-token';
import { adminSessionRevoked } from '@inkbear/contracts/events';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import type { NewId } from '@inkbear/service-kit/ids';
import type { SigningKey } from '@inkbear/service-kit/keys';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { RevocationLog } from '@inkbear/service-kit/revocation-log';
import { signToken } from '@inkbear/service-kit/tokens';

interface Deps {
  signer: SigningKey;
  newId: NewId;
  outbox: Outbox;
  revocations: RevocationLog<{ sid: string }>;
  minutes: number;
  recordAdminAction: RecordAdminAction;
}

const signInAction = (action: string) => ({ action, target: 'admin', before: null, after: null });

/** Starts and ends admin sessions. Sign-ins, failed sign-ins and sign-outs are recorded in the audit trail. */
export class AdminSessions {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Records a sign-in and returns its token. */
  async start(): Promise<{ token: string; expiresAt: string }> {
    const { signer, newId, outbox, minutes, recordAdminAction } = this.#deps;
    const sid = newId();
    const expiresAt = new Date(Date.now() + minutes * 60_000).toISOString();
    await outbox.run((transaction) => recordAdminAction(transaction, `admin:${sid}`, signInAction('admin.signed_in')));
    return {
      token: signToken(signer, {
        subject: 'admin',
        audience: adminAudience,
        lifeSeconds: minutes * 60,
        claims: { sid },
      }),
      expiresAt,
    };
  }

  /** Records a wrong password. The throttle limits the attempts, so they cannot flood the audit trail. */
  async recordFailedSignIn(): Promise<void> {
    await this.#deps.outbox.run((transaction) =>
      this.#deps.recordAdminAction(transaction, 'visitor', signInAction('admin.sign_in_failed')),
    );
  }

  /** Revokes a session and publishes the revocation. Idempotent. */
  async end(sid: string): Promise<void> {
    await this.#deps.outbox.run(async (transaction) => {
      const row = await this.#deps.revocations.insert(transaction.session, `session:${sid}`, { sid });
      if (!row) return;
      await transaction.emit(adminSessionRevoked, row._id, {
        seq: row.seq,
        sid,
        expiresAt: row.expiresAt.toISOString(),
      });
      await this.#deps.recordAdminAction(transaction, `admin:${sid}`, signInAction('admin.signed_out'));
    });
  }
}
