import { expect, it } from '@jest/globals';
import { offersGenerate, refusalOf } from './may-generate.ts';

it('a chapter under 100 characters can be generated', () => {
  expect([0, 99, 100].map(offersGenerate)).toEqual([true, true, false]);
});

it.each([
  [undefined, 'Loading...', 'Please wait while we check your plan status.'],
  [{ plan: 'free' as const, isActive: false }, 'Pro Required', 'Chapter generation requires a Pro subscription.'],
  [{ plan: 'pro_oneoff' as const, isActive: false }, 'Pro Required', 'Chapter generation requires a Pro subscription.'],
])('with the plan %j it is refused as %s', (plan, title, description) => {
  expect(refusalOf(plan)).toEqual({ title, description });
});

it('with a plan that is running it may be', () => {
  expect(refusalOf({ plan: 'pro_oneoff', isActive: true })).toBeNull();
});
