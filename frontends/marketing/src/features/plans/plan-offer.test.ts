import { describe, expect, it } from '@jest/globals';
import type { PlanCard } from '@inkbear/web-kit/plan-card.ts';
import { offerOf } from './plan-offer.ts';

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

describe('a plan is offered', () => {
  it('to a visitor without conditions', () => {
    for (const plan of ['free', 'pro_monthly', 'pro_oneoff'] as const)
      expect(offerOf(plan, null)).toEqual({ isCurrent: false, note: null, instead: null });
  });

  it('to nobody who has it: it is looked after instead', () => {
    expect(offerOf('pro_monthly', monthly)).toEqual({
      isCurrent: true,
      note: 'Renews on 21 December 2026 for £12.',
      instead: { label: 'Manage plan', to: '/dashboard?billing=plan' },
    });
    expect(offerOf('pro_oneoff', oneOff)).toMatchObject({
      isCurrent: true,
      note: 'Full access until 21 December 2026, then read-only.',
      instead: { label: 'Manage plan' },
    });
    expect(offerOf('free', free)).toMatchObject({ isCurrent: true, instead: { to: '/dashboard' } });
  });

  it('not below a grant of the same plan, and says why', () => {
    const offer = offerOf('pro_monthly', { ...monthly, source: 'granted', subscription: null });
    expect([offer.note, offer.instead?.label]).toEqual([
      'Given to you by Inkbear until 21 December 2026. Until then there is nothing to buy.',
      'Manage plan',
    ]);
  });

  it('beside another one that runs', () => {
    expect(offerOf('pro_oneoff', monthly)).toEqual({ isCurrent: false, note: null, instead: null });
    expect(offerOf('pro_monthly', oneOff).instead).toBeNull();
  });

  it('once more after it has lapsed, and says what it opens', () => {
    expect(offerOf('pro_oneoff', { ...oneOff, isActive: false })).toEqual({
      isCurrent: false,
      note: 'Your 30 days ended on 21 December 2026. Buying it again opens that book for 30 days more, and allows another one.',
      instead: null,
    });
  });
});
