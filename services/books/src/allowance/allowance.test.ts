import { describe, expect, it } from '@jest/globals';
import { type Entitlement, freeEntitlement } from '@inkbear/contracts/plans';
import { type AllowanceRow, emptyAllowance, takeBook } from './allowance.ts';

const free = freeEntitlement('u');
const monthly: Entitlement = {
  ...free,
  plan: 'pro_monthly',
  isActive: true,
  source: 'paid',
  periodStart: '2026-11-01T00:00:00.000Z',
  periodEnd: '2026-12-01T00:00:00.000Z',
};
const oneOff: Entitlement = { ...free, plan: 'pro_oneoff', isActive: true, source: 'paid', oneOffCount: 1 };

/** Takes books one after the other, each under its entitlement; answers what each was made under, `-` for a refusal. */
function take(entitlements: Entitlement[], start: Partial<AllowanceRow> = {}): string {
  let row: AllowanceRow = { ...emptyAllowance('u'), ...start };
  return entitlements
    .map((entitlement) => {
      const taken = takeBook(row, entitlement);
      if ('refusal' in taken) return '-';
      row = taken.next;
      return taken.madeUnder;
    })
    .join(' ');
}

describe('the allowance of books', () => {
  it.each<[string, Entitlement[], Partial<AllowanceRow>, string]>([
    ['free: one in total', [free, free], {}, 'free -'],
    ['monthly: two in a period', [monthly, monthly, monthly], {}, 'pro_monthly pro_monthly -'],
    [
      'a new period brings two more',
      [monthly, monthly, { ...monthly, periodStart: '2026-12-01T00:00:00.000Z' }],
      {},
      'pro_monthly pro_monthly pro_monthly',
    ],
    [
      'an old period that comes back is still used up',
      [monthly, monthly, { ...monthly, periodStart: '2026-12-01T00:00:00.000Z' }, monthly],
      {},
      'pro_monthly pro_monthly pro_monthly -',
    ],
    [
      'books made under free do not count in a period',
      [free, monthly, monthly, monthly],
      {},
      'free pro_monthly pro_monthly -',
    ],
    ['after a monthly plan free has nothing left', [monthly, { ...free }], {}, 'pro_monthly -'],
    ['one-off: one more than one had', [free, oneOff, oneOff], {}, 'free pro_oneoff -'],
    [
      'a second one-off: another',
      [oneOff, { ...oneOff, oneOffCount: 2 }, { ...oneOff, oneOffCount: 2 }],
      {},
      'pro_oneoff pro_oneoff -',
    ],
    ['an ended one-off is as free', [free, { ...oneOff, isActive: false }], {}, 'free -'],
    ['credits after the allowance', [free, free, free], { credits: 1 }, 'free credit -'],
    [
      'a credit book does not use up the plan',
      [free, free, monthly, monthly, monthly],
      { credits: 1 },
      'free credit pro_monthly pro_monthly -',
    ],
    [
      'an override replaces the number',
      [
        { ...monthly, monthlyBookLimit: 1 },
        { ...monthly, monthlyBookLimit: 1 },
      ],
      {},
      'pro_monthly -',
    ],
    ['an override of none', [{ ...free, monthlyBookLimit: 0 }], {}, '-'],
    [
      'no limit',
      Array.from({ length: 5 }, () => ({ ...free, monthlyBookLimit: null })),
      {},
      'free free free free free',
    ],
  ])('%s', (_name, entitlements, start, expected) => {
    expect(take(entitlements, start)).toBe(expected);
  });

  it('names the limit and the way on', () => {
    const used = takeBook(
      { ...emptyAllowance('u'), total: 2, periods: [{ start: monthly.periodStart ?? '', used: 2 }] },
      monthly,
    );
    expect(used).toEqual({
      refusal:
        'Pro Monthly includes 2 books in each billing period, and you have used this. The next period starts on 1 December 2026; a book credit allows one before that.',
    });
    expect(takeBook({ ...emptyAllowance('u'), total: 1 }, free)).toEqual({
      refusal:
        'The Free plan includes 1 book in total, and you have used this. Upgrade to Pro or use a book credit to create another.',
    });
  });
});
