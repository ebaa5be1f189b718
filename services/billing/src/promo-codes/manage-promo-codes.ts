import type { createPromoCode as route } from '@inkbear/contracts/billing/promo-code';
import type { RouteBody } from '@inkbear/contracts/route';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { presentPromoCode } from './promo-code.presenter.ts';
import type { PromoCodeRepository } from './promo-code.repository.ts';
import type { StoredPromoCode } from './promo-code.ts';

export interface ManageDeps {
  readonly promoCodes: PromoCodeRepository;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly recordAdminAction: RecordAdminAction;
}

/** Creates a promo code on behalf of an admin, and records it in the audit trail. */
export async function createPromoCode(
  { promoCodes, outbox, clock, newId, recordAdminAction }: ManageDeps,
  { expiresAt, ...fields }: RouteBody<typeof route>,
  actor: string,
): Promise<StoredPromoCode> {
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

/** Activates or deactivates a promo code on behalf of an admin, and records it in the audit trail. */
export async function setPromoCodeActive(
  { promoCodes, outbox, recordAdminAction }: ManageDeps,
  { id, isActive, actor }: { id: string; isActive: boolean; actor: string },
): Promise<StoredPromoCode> {
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
