import { describe, expect, it } from '@jest/globals';
import { type PlanCard, planSentence } from './plan-card.ts';

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
const running = {
  status: 'active',
  amount: 1200,
  currency: 'gbp',
  renewsAt: at,
  cancelAtPeriodEnd: false,
  endsAt: null,
  graceUntil: null,
} as const;
const monthly: PlanCard = {
  ...free,
  plan: 'pro_monthly',
  isActive: true,
  source: 'paid',
  planEndDate: at,
  subscription: running,
};

describe('planSentence', () => {
  it.each<[string, PlanCard, string]>([
    ['free', free, 'One book without AI writing, plus 5 AI titles, quizzes or outlines a month.'],
    ['running', monthly, 'Renews on 21 December 2026 for £12.'],
    [
      'declined at renewal',
      { ...monthly, subscription: { ...running, status: 'past_due', renewsAt: null, graceUntil: at } },
      'Your card was declined. You keep access until 21 December 2026.',
    ],
    [
      'cancelled',
      { ...monthly, subscription: { ...running, renewsAt: null, cancelAtPeriodEnd: true, endsAt: at } },
      'Cancelled. You keep everything in Pro until 21 December 2026; there are no further payments.',
    ],
    [
      'granted',
      { ...monthly, source: 'granted', subscription: null },
      'Granted by Inkbear; active until 21 December 2026.',
    ],
    [
      'one-off',
      { ...free, plan: 'pro_oneoff', isActive: true, source: 'paid', planEndDate: at },
      'Full access until 21 December 2026, then read-only.',
    ],
    [
      'lapsed one-off',
      { ...free, plan: 'pro_oneoff', source: 'paid', planEndDate: at },
      'Your 30 days ended on 21 December 2026. Books created with it are read-only and can still be exported.',
    ],
  ])('%s', (_name, card, sentence) => expect(planSentence(card)).toBe(sentence));
});
