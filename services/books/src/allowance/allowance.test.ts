import { describe, expect, it } from '@jest/globals';
import { type Entitlement, freeEntitlement } from '@inkbear/contracts/plans';
import { type AllowanceRow, decideAllowance, emptyAllowance, uncountBook } from './allowance.ts';

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

/** Creates books one after the other, each with its entitlement. Returns what paid for each, `-` for a refusal. */
function createBooks(entitlements: Entitlement[], start: Partial<AllowanceRow> = {}): string {
  let row: AllowanceRow = { ...emptyAllowance('u'), ...start };
  return entitlements
    .map((entitlement) => {
      const decision = decideAllowance(row, entitlement);
      if ('refusal' in decision) return '-';
      row = decision.next;
      return decision.madeUnder;
    })
    .join(' ');
}

describe('book allowance', () => {
  it.each<[string, Entitlement[], Partial<AllowanceRow>, string]>([
    ['allows one book in total on Free', [free, free], {}, 'free -'],
    ['allows two books per period on Monthly', [monthly, monthly, monthly], {}, 'pro_monthly pro_monthly -'],
    [
      'allows two more in a new period',
      [monthly, monthly, { ...monthly, periodStart: '2026-12-01T00:00:00.000Z' }],
      {},
      'pro_monthly pro_monthly pro_monthly',
    ],
    [
      'remembers an earlier period that becomes current again',
      [monthly, monthly, { ...monthly, periodStart: '2026-12-01T00:00:00.000Z' }, monthly],
      {},
      'pro_monthly pro_monthly pro_monthly -',
    ],
    ['does not count Free books in a period', [free, monthly, monthly, monthly], {}, 'free pro_monthly pro_monthly -'],
    ['allows no Free book after a Monthly one', [monthly, { ...free }], {}, 'pro_monthly -'],
    ['allows one more book with a One-off', [free, oneOff, oneOff], {}, 'free pro_oneoff -'],
    [
      'allows another book with a second One-off',
      [oneOff, { ...oneOff, oneOffCount: 2 }, { ...oneOff, oneOffCount: 2 }],
      {},
      'pro_oneoff pro_oneoff -',
    ],
    ['treats an ended One-off as Free', [free, { ...oneOff, isActive: false }], {}, 'free -'],
    ['uses credits after the allowance', [free, free, free], { credits: 1 }, 'free credit -'],
    [
      'does not count a credit book against the plan',
      [free, free, monthly, monthly, monthly],
      { credits: 1 },
      'free credit pro_monthly pro_monthly -',
    ],
    [
      'replaces the plan’s number by an override',
      [
        { ...monthly, monthlyBookLimit: 1 },
        { ...monthly, monthlyBookLimit: 1 },
      ],
      {},
      'pro_monthly -',
    ],
    ['allows no book with an override of 0', [{ ...free, monthlyBookLimit: 0 }], {}, '-'],
    [
      'allows any number without a limit',
      Array.from({ length: 5 }, () => ({ ...free, monthlyBookLimit: null })),
      {},
      'free free free free free',
    ],
  ])('%s', (_name, entitlements, start, expected) => {
    expect(createBooks(entitlements, start)).toBe(expected);
  });

  it.each<[string, Entitlement, Partial<AllowanceRow>]>([
    ['Free', free, {}],
    ['Monthly', monthly, { total: 3, periods: [{ start: monthly.periodStart ?? '', used: 1 }] }],
    ['One-off', oneOff, { total: 1 }],
    ['a credit', free, { total: 1, credits: 2 }],
  ])('is as before after a book under %s was taken out of the counts', (_name, entitlement, start) => {
    const row = { ...emptyAllowance('u'), ...start };
    const decision = decideAllowance(row, entitlement);
    if ('refusal' in decision) throw new Error(decision.refusal);
    expect(decision.next).not.toEqual(row);
    expect(uncountBook(decision.next, decision)).toEqual(row);
  });

  it('returns a book to the period that has paid for it, also after that period', () => {
    const start = { ...emptyAllowance('u'), periods: [{ start: monthly.periodStart ?? '', used: 1 }], total: 1 };
    const first = decideAllowance(start, monthly);
    if ('refusal' in first) throw new Error(first.refusal);
    const second = decideAllowance(first.next, { ...monthly, periodStart: '2026-12-01T00:00:00.000Z' });
    if ('refusal' in second) throw new Error(second.refusal);
    expect(uncountBook(second.next, first)).toMatchObject({
      total: 2,
      periods: [
        { start: monthly.periodStart, used: 1 },
        { start: '2026-12-01T00:00:00.000Z', used: 1 },
      ],
    });
  });

  it('names the limit and the options in a refusal', () => {
    const used = decideAllowance(
      { ...emptyAllowance('u'), total: 2, periods: [{ start: monthly.periodStart ?? '', used: 2 }] },
      monthly,
    );
    expect(used).toEqual({
      refusal:
        'Pro Monthly includes 2 books in each billing period, which you have used. The next period starts on 1 December 2026; a book credit would allow one before that.',
    });
    expect(decideAllowance({ ...emptyAllowance('u'), total: 1 }, free)).toEqual({
      refusal:
        'The Free plan includes 1 book in total, which you have used. Upgrade to Pro or earn a book credit to create another.',
    });
  });
});
