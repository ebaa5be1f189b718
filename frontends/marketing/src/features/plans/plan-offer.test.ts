import { describe, expect, it } from '@jest/globals';
import type { PlanCard } from '@inkbear/web-kit/plan-card.ts';
import { planOffer } from './plan-offer.ts';

const at = '2026-12-21T12:00:00.000Z';
const free: PlanCard = {
  plan: 'free',
  isActive: false,
  source: 'none',
  planEndDate: null,
  subscription: null,
  canCancel: false,
  canOpenPortal: false,
  holds: [],
};
const monthly: PlanCard = {
  ...free,
  plan: 'pro_monthly',
  isActive: true,
  source: 'paid',
  planEndDate: at,
  subscription: {
    status: 'active',
    amount: 1200,
    currency: 'gbp',
    renewsAt: at,
    cancelAtPeriodEnd: false,
    endsAt: null,
    graceUntil: null,
  },
};
const oneOff: PlanCard = { ...free, plan: 'pro_oneoff', isActive: true, source: 'paid', planEndDate: at };

describe('planOffer', () => {
  it('offers every plan to a visitor', () => {
    for (const plan of ['free', 'pro_monthly', 'pro_oneoff'] as const)
      expect(planOffer(plan, null)).toEqual({ isCurrent: false, note: null, link: null });
  });

  it('links to the management of the current plan', () => {
    expect(planOffer('pro_monthly', monthly)).toEqual({
      isCurrent: true,
      note: 'Renews on 21 December 2026 for £12.',
      link: { label: 'Manage plan', to: '/dashboard?billing=plan' },
    });
    expect(planOffer('pro_oneoff', oneOff)).toMatchObject({
      isCurrent: true,
      note: 'Full access until 21 December 2026, then read-only.',
      link: { label: 'Manage plan' },
    });
    expect(planOffer('free', free)).toMatchObject({ isCurrent: true, link: { to: '/dashboard' } });
  });

  it('does not offer a plan that was granted, and says why', () => {
    const offer = planOffer('pro_monthly', { ...monthly, source: 'granted', subscription: null });
    expect([offer.note, offer.link?.label]).toEqual([
      'Granted by Inkbear; active until 21 December 2026. You need not buy anything until then.',
      'Manage plan',
    ]);
  });

  it('offers another plan beside an active one', () => {
    expect(planOffer('pro_oneoff', monthly)).toEqual({ isCurrent: false, note: null, link: null });
    expect(planOffer('pro_monthly', oneOff).link).toBeNull();
  });

  it('offers an expired one-off plan again and says what buying it again gives', () => {
    expect(planOffer('pro_oneoff', { ...oneOff, isActive: false })).toEqual({
      isCurrent: false,
      note: 'Your 30 days ended on 21 December 2026. If you buy One-off again, you can edit its book for another 30 days and create one more.',
      link: null,
    });
  });
});
