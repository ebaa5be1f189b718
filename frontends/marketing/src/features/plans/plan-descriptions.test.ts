import { expect, it } from '@jest/globals';
import { planDescriptions } from './plan-descriptions.ts';

it('shows the prices of the plan table', () => {
  expect(planDescriptions.map(({ title, price, per }) => `${title} ${price} ${per}`)).toEqual([
    'Free £0 forever',
    'Pro Monthly £12 per month',
    'Pro One-off £20 one-time',
  ]);
});
