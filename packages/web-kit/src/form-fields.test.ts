import { expect, it } from '@jest/globals';
import { changedFields, conflictingFields, rebaseForm, expectedFields } from './form-fields.ts';

const start = { title: 'a', plan: 'x', note: '' };

it('changedFields and expectedFields contain only the changed fields', () => {
  expect([
    changedFields(start, { ...start }),
    changedFields(start, { ...start, plan: '' }),
    expectedFields(start, { plan: '' }),
  ]).toEqual([null, { plan: '' }, { plan: 'x' }]);
});

it('rebaseForm keeps typed fields and updates the others', () => {
  expect(rebaseForm({ ...start, title: 'typed' }, start, { title: 'theirs', plan: 'y', note: '' })).toEqual({
    title: 'typed',
    plan: 'y',
    note: '',
  });
});

it('conflictingFields names fields changed on both sides, except those that this form has saved itself', () => {
  const stored = { title: 'theirs', plan: 'y', note: 'n' };
  expect(conflictingFields({ typed: { title: 'typed', plan: 'x', note: 'n' }, start, stored, sent: null })).toEqual({
    title: 'theirs',
  });
  expect(
    conflictingFields({
      typed: { title: 'typed on', plan: 'x', note: '' },
      start,
      stored,
      sent: { ...start, title: 'theirs' },
    }),
  ).toEqual({});
});
