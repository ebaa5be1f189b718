import { describe, expect, it } from '@jest/globals';
import type { PurchaseEffect } from '@inkbear/contracts/billing/purchase';
import { effectTexts } from './purchase-effect.ts';

const [now, later, end] = ['2026-12-01T12:00:00.000Z', '2026-12-21T12:00:00.000Z', '2026-12-31T12:00:00.000Z'];
const oneOff: PurchaseEffect = { plan: 'pro_oneoff', books: 1, accessFrom: now, accessUntil: end, unchanged: null };
const monthly: PurchaseEffect = { plan: 'pro_monthly', books: 2, accessFrom: now, accessUntil: null, unchanged: null };

describe('effectTexts', () => {
  it.each<[string, PurchaseEffect, string, string | null]>([
    [
      'a one-off alone',
      oneOff,
      'One book, and everything in Pro until 31 December 2026. Then its book is read-only and can still be exported.',
      null,
    ],
    [
      'a one-off beside a monthly plan that renews',
      { ...oneOff, accessFrom: null, unchanged: { plan: 'pro_monthly', until: null } },
      'It adds nothing: Pro Monthly includes everything in it for all of its 30 days.',
      'Your Pro Monthly plan stays as it is. It continues to renew.',
    ],
    [
      'a one-off beside a cancelled monthly plan',
      { ...oneOff, accessFrom: later, unchanged: { plan: 'pro_monthly', until: later } },
      'One book, and everything in Pro from 21 December 2026, when Pro Monthly ends, until 31 December 2026. Then its book is read-only and can still be exported.',
      'Your Pro Monthly plan stays as it is. It ends on 21 December 2026.',
    ],
    ['a monthly plan alone', monthly, '2 books in each month, and everything in Pro until you cancel.', null],
    [
      'a monthly plan beside a one-off',
      { ...monthly, unchanged: { plan: 'pro_oneoff', until: later } },
      '2 books in each month, and everything in Pro until you cancel.',
      'Your Pro One-off plan stays as it is. It ends on 21 December 2026.',
    ],
  ])('describes %s', (_case, effect, adds, unchanged) => {
    expect(effectTexts(effect)).toEqual({ adds, unchanged });
  });
});
