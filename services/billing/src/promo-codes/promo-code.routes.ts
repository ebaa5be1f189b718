import {
  checkPromoCode,
  createPromoCode,
  listPromoCodes,
  redeemPromoCode,
  updatePromoCode,
} from '@inkbear/contracts/billing/promo-code';
import { plans } from '@inkbear/contracts/plans';
import { actorOf } from '@inkbear/service-kit/identity';
import type { Clock } from '@inkbear/service-kit/clock';
import { nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { ManagePromoCodes } from './manage-promo-codes.ts';
import { presentPromoCode } from './promo-code.presenter.ts';
import type { PromoCodeRepository } from './promo-code.repository.ts';
import type { UsePromoCode } from './use-promo-code.ts';

interface Deps {
  promoCodes: PromoCodeRepository;
  usePromoCode: UsePromoCode;
  managePromoCodes: ManagePromoCodes;
  clock: Clock;
}

export const promoCodeRoutes = (deps: Deps): ServedRoute[] => [...userRoutes(deps), ...adminRoutes(deps)];

const userRoutes = ({ usePromoCode }: Deps): ServedRoute[] => [
  serve(checkPromoCode, async ({ identity: { userId }, body: { code, plan } }) =>
    reply(200, await usePromoCode.check({ code, userId, price: plans[plan].price })),
  ),

  serve(redeemPromoCode, async ({ identity, body }) => {
    const credits = await usePromoCode.redeem(body.code, identity.userId);
    const message = credits === 1 ? 'You got 1 book credit.' : `You got ${credits} book credits.`;

    return reply(200, { message, credits });
  }),
];

const adminRoutes = ({ promoCodes, managePromoCodes, clock }: Deps): ServedRoute[] => [
  serve(listPromoCodes, async ({ query }) => {
    const { rows, next } = await promoCodes.list(query);
    const presented = rows.map((promo) => presentPromoCode(promo, clock.now()));

    return reply(200, presented, nextLink(listPromoCodes, query, next));
  }),

  serve(createPromoCode, async ({ body, identity }) => {
    const promo = await managePromoCodes.create(body, actorOf(identity));

    return reply(201, presentPromoCode(promo, promo.createdAt));
  }),

  serve(updatePromoCode, async ({ params, body, identity }) => {
    const promo = await managePromoCodes.setActive({
      id: params.id,
      isActive: body.isActive,
      actor: actorOf(identity),
    });

    return reply(200, presentPromoCode(promo, clock.now()));
  }),
];
