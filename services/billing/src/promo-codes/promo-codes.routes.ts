import {
  checkPromoCode,
  createPromoCode,
  listPromoCodes,
  redeemPromoCode,
  updatePromoCode,
} from '@inkbear/contracts/billing/promo-code';
import { plans } from '@inkbear/contracts/plans';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import { actorOf } from '@inkbear/service-kit/identity';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import { nextLink } from '@inkbear/service-kit/list-page';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { presentPromoCode, type StoredPromoCode } from './promo-code.ts';
import type { PromoCodeRepository } from './promo-code.repository.ts';
import type { UsePromoCode } from './use-promo-code.ts';

interface Deps {
  codes: PromoCodeRepository;
  promoCodes: UsePromoCode;
  outbox: Outbox;
  clock: Clock;
  newId: NewId;
  recordAdminAction: RecordAdminAction;
}

export const promoCodeRoutes = ({
  codes,
  promoCodes,
  outbox,
  clock,
  newId,
  recordAdminAction,
}: Deps): ServedRoute[] => [
  serve(checkPromoCode, async ({ identity, body }) =>
    reply(200, await promoCodes.check(body.code, identity.userId, plans[body.plan].price)),
  ),

  serve(redeemPromoCode, async ({ identity, body }) => {
    const credits = await promoCodes.redeem(body.code, identity.userId);
    return reply(200, {
      message: credits === 1 ? 'You got 1 book credit.' : `You got ${credits} book credits.`,
      credits,
    });
  }),

  serve(listPromoCodes, async ({ query }) => {
    const { rows, next } = await codes.list(query);
    return reply(
      200,
      rows.map((promo) => presentPromoCode(promo, clock.now())),
      nextLink(listPromoCodes, query, next),
    );
  }),

  serve(createPromoCode, async ({ body, identity }) => {
    const { expiresAt, ...wished } = body;
    const promo: StoredPromoCode = {
      ...wished,
      _id: newId(),
      taken: 0,
      currentUses: 0,
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
      isActive: true,
      createdAt: clock.now(),
    };
    const presented = presentPromoCode(promo, promo.createdAt);
    await outbox.run(async (transaction) => {
      await codes.insert(promo, transaction.session);
      await recordAdminAction(transaction, actorOf(identity), {
        action: 'promo-code.created',
        target: promo._id,
        before: null,
        after: presented,
      });
    });
    return reply(201, presented);
  }),

  serve(updatePromoCode, async ({ params, body, identity }) => {
    const changed = await outbox.run(async (transaction) => {
      const { before, after } = await codes.setActive(params.id, body.isActive, transaction.session);
      await recordAdminAction(transaction, actorOf(identity), {
        action: 'promo-code.updated',
        target: params.id,
        before: { code: before.code, isActive: before.isActive },
        after: { code: after.code, isActive: after.isActive },
      });
      return after;
    });
    return reply(200, presentPromoCode(changed, clock.now()));
  }),
];
