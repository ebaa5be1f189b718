import { expect, it } from '@jest/globals';
import { blockedReasonOf, offersGenerate } from './may-generate.ts';

it('offers to generate a chapter under 100 characters', () => {
  expect([0, 99, 100].map(offersGenerate)).toEqual([true, true, false]);
});

it.each([
  [undefined, 'Loading...', 'Please wait while we check your plan status.'],
  [{ plan: 'free' as const, isActive: false }, 'Pro Required', 'Chapter generation requires a Pro subscription.'],
  [{ plan: 'pro_oneoff' as const, isActive: false }, 'Pro Required', 'Chapter generation requires a Pro subscription.'],
])('refuses the plan %j with %s', (plan, title, description) => {
  expect(blockedReasonOf(plan)).toEqual({ title, description });
});

it('allows it with an active plan', () => {
  expect(blockedReasonOf({ plan: 'pro_oneoff', isActive: true })).toBeNull();
});
