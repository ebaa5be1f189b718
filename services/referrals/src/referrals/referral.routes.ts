import { findUserStatus } from '@inkbear/contracts/auth/internal';
import { listAdminReferrals } from '@inkbear/contracts/referrals/admin-referral';
import { getReferrals } from '@inkbear/contracts/referrals/referral';
import type { Clock } from '@inkbear/service-kit/clock';
import { nextLink } from '@inkbear/service-kit/list-page';
import type { Peers } from '@inkbear/service-kit/peers';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { ReferralRepository } from './referral.repository.ts';
import { presentAdminReferral, presentSummary } from './referral.presenter.ts';

interface Deps {
  referrals: ReferralRepository;
  peers: Peers;
  clock: Clock;
}

export const referralRoutes = ({ referrals, peers, clock }: Deps): ServedRoute[] => [
  serve(getReferrals, async ({ identity: { userId } }) => {
    const referrer = await referrals.findReferrer(userId);
    const { referralCode } = referrer ?? (await peers.call(findUserStatus, { params: { id: userId }, timeoutMs: 300 }));
    const summary = presentSummary(await referrals.readSummary(userId));

    return reply(200, { referralCode, ...summary, asOf: clock.now().toISOString() });
  }),

  serve(listAdminReferrals, async ({ query }) => {
    const { rows, next } = await referrals.list(query);

    return reply(200, rows.map(presentAdminReferral), nextLink(listAdminReferrals, query, next));
  }),
];
