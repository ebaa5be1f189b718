import { expect, it } from '@jest/globals';
import { allowanceText } from './allowance-text.ts';

const none = { used: 0, max: 1, credits: 0, renewsAt: null, refusal: null } as const;
it.each([
  [{ ...none, plan: 'free' }, 'The Free plan includes 1 book in total, which you have not used yet.'],
  [{ ...none, plan: 'free', max: 3, used: 1 }, 'The Free plan includes 3 books in total; 2 left.'],
  [
    { ...none, plan: 'pro_monthly', max: 2, used: 1, renewsAt: '2026-12-21T00:00:00.000Z' },
    '1 of 2 books left in this billing period, which ends on 21 December.',
  ],
  [{ ...none, plan: 'pro_oneoff' }, '1 of 1 book left in your Pro One-off plan.'],
  [{ ...none, plan: 'pro_monthly', max: null }, 'As many books as you like.'],
  [
    { ...none, plan: 'free', used: 1, credits: 1 },
    'You have used all the books in your plan, so this one uses your last book credit.',
  ],
  [
    { ...none, plan: 'free', used: 1, credits: 4 },
    'You have used all the books in your plan, so this one uses one of your 4 book credits.',
  ],
  [{ ...none, plan: 'free', used: 1, refusal: 'No more.' }, 'No more.'],
] as const)('%j reads %s', (allowance, text) => expect(allowanceText(allowance)).toBe(text));
