import type { createPromoCode } from '@inkbear/contracts/billing/promo-code';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { z } from 'zod';
import { presentPromoCode } from './promo-code.presenter.ts';
import type { PromoCodeRepository } from './promo-code.repository.ts';
import type { StoredPromoCode } from './promo-code.ts';

interface Deps {
  promoCodes: PromoCodeRepository;
  outbox: Outbox;
  clock: Clock;
  newId: NewId;
  recordAdminAction: RecordAdminAction;
}

/** Creates, activates and deactivates promo codes for admins, and records each change in the audit trail. */
export class ManagePromoCodes {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async create(
    { expiresAt, ...fields }: z.output<typeof createPromoCode.body>,
    actor: string,
  ): Promise<StoredPromoCode> {
    const { promoCodes, outbox, clock, newId, recordAdminAction } = this.#deps;
    const promo: StoredPromoCode = {
      ...fields,
      _id: newId(),
      taken: 0,
      currentUses: 0,
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
      isActive: true,
      createdAt: clock.now(),
    };
    await outbox.run(async (transaction) => {
      await promoCodes.insert(promo, transaction.session);
      await recordAdminAction(transaction, actor, {
        action: 'promo-code.created',
        target: promo._id,
        before: null,
        after: presentPromoCode(promo, promo.createdAt),
      });
    });
    return promo;
  }

  async setActive({ id, isActive, actor }: { id: string; isActive: boolean; actor: string }): Promise<StoredPromoCode> {
    const { promoCodes, outbox, recordAdminAction } = this.#deps;
    return await outbox.run(async (transaction) => {
      const { before, after } = await promoCodes.setActive(id, isActive, transaction.session);
      await recordAdminAction(transaction, actor, {
        action: 'promo-code.updated',
        target: id,
        before: { code: before.code, isActive: before.isActive },
        after: { code: after.code, isActive: after.isActive },
      });
      return after;
    });
  }
}
