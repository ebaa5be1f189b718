import * as contract from '@inkbear/contracts/billing/promo-code';
import { plans } from '@inkbear/contracts/plans';
import { actorOf } from '@inkbear/service-kit/identity';
import { nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { createPromoCode, type ManageDeps, setPromoCodeActive } from './manage-promo-codes.ts';
import { presentPromoCode } from './promo-code.presenter.ts';
import { checkPromoCode, redeemPromoCode, type UseDeps } from './use-promo-code.ts';

export const promoCodeRoutes = (deps: UseDeps & ManageDeps): ServedRoute[] => [
  ...userRoutes(deps),
  ...adminRoutes(deps),
];

const userRoutes = (deps: UseDeps): ServedRoute[] => [
  serve(contract.checkPromoCode, async ({ identity: { userId }, body: { code, plan } }) => {
    const discounted = await checkPromoCode(deps, { code, userId, price: plans[plan].price });

    return reply(200, discounted);
  }),

  serve(contract.redeemPromoCode, async ({ identity: { userId }, body: { code } }) => {
    const credits = await redeemPromoCode(deps, { code, userId });
    const message = credits === 1 ? 'You got 1 book credit.' : `You got ${credits} book credits.`;

    return reply(200, { message, credits });
  }),
];

const adminRoutes = (deps: ManageDeps): ServedRoute[] => [
  serve(contract.listPromoCodes, async ({ query }) => {
    const { rows, next } = await deps.promoCodes.list(query);
    const presented = rows.map((promo) => presentPromoCode(promo, deps.clock.now()));

    return reply(200, presented, nextLink(contract.listPromoCodes, query, next));
  }),

  serve(contract.createPromoCode, async ({ body, identity }) => {
    const promo = await createPromoCode(deps, body, actorOf(identity));

    return reply(201, presentPromoCode(promo, promo.createdAt));
  }),

  serve(contract.updatePromoCode, async ({ params, body, identity }) => {
    const change = { id: params.id, isActive: body.isActive, actor: actorOf(identity) };
    const promo = await setPromoCodeActive(deps, change);

    return reply(200, presentPromoCode(promo, deps.clock.now()));
  }),
];
