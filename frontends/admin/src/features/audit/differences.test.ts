import { expect, it } from '@jest/globals';
import { actionTitle, actorTitle, hasUserTarget } from './action-names.ts';
import { differencesOf, differencesText } from './differences.ts';

it('reports only changed fields', () => {
  expect(
    differencesOf(
      { plan: 'free', isActive: false, seats: [1] },
      { plan: 'pro_monthly', isActive: false, seats: [1, 2] },
    ),
  ).toEqual([
    { name: 'plan', before: 'free', after: 'pro_monthly' },
    { name: 'seats', before: '[1]', after: '[1,2]' },
  ]);
});

it('reports added and removed values', () => {
  expect(differencesOf(null, { code: 'SPRING' })).toEqual([{ name: 'code', before: undefined, after: 'SPRING' }]);
  expect(differencesOf({ code: null }, {})).toEqual([{ name: 'code', before: 'null', after: undefined }]);
  expect(differencesOf('a', 'b')).toEqual([{ name: 'value', before: 'a', after: 'b' }]);
  expect(differencesOf(null, null)).toEqual([]);
  expect(differencesText({ plan: 'free' }, { plan: 'pro_monthly', limit: null })).toBe(
    'plan: free → pro_monthly; limit: – → null',
  );
});

it('names known actions and makes unknown ones readable', () => {
  expect([actionTitle('plan.updated'), actionTitle('site-logo.replaced')]).toEqual([
    'Plan or limits changed',
    'Site logo replaced',
  ]);
  expect(
    [
      'plan.updated',
      'ai-usage.reset-all',
      'admin.made',
      'admin.signed_in',
      'review.approved',
      'promo-code.created',
    ].map(hasUserTarget),
  ).toEqual([true, true, true, false, false, false]);
  expect([actorTitle('operator'), actorTitle('admin:0192a3b4c5d6')]).toEqual(['operator', 'Admin, session 0192a3b4']);
});
