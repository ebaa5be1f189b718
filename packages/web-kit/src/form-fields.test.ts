import { expect, it } from '@jest/globals';
import { changedFields, conflictingFields, rebaseForm, expectedFields } from './form-fields.ts';

const start = { title: 'a', plan: 'x', note: '' };

it('only what was changed is sent, with what was seen there', () => {
  expect([
    changedFields(start, { ...start }),
    changedFields(start, { ...start, plan: '' }),
    expectedFields(start, { plan: '' }),
  ]).toEqual([null, { plan: '' }, { plan: 'x' }]);
});

it('what was typed stays when others change the fields, the rest follows', () => {
  expect(rebaseForm({ ...start, title: 'typed' }, start, { title: 'theirs', plan: 'y', note: '' })).toEqual({
    title: 'typed',
    plan: 'y',
    note: '',
  });
});

it('a field that was changed on both sides is for the author to decide, but not what this form has saved itself', () => {
  const now = { title: 'theirs', plan: 'y', note: 'n' };
  expect(conflictingFields({ typed: { title: 'typed', plan: 'x', note: 'n' }, start, now, sent: null })).toEqual({
    title: 'theirs',
  });
  expect(
    conflictingFields({
      typed: { title: 'typed on', plan: 'x', note: '' },
      start,
      now,
      sent: { ...start, title: 'theirs' },
    }),
  ).toEqual({});
});
