import { expect, it } from '@jest/globals';
import { listQuery } from './list-query.ts';

const query = listQuery('-createdAt', 'code');

it('has a default length and order', () => {
  expect(query.parse({})).toEqual({ limit: 50, sort: '-createdAt' });
  expect(query.parse({ limit: '500', sort: 'code', q: '  bear ' })).toEqual({ limit: 500, sort: 'code', q: 'bear' });
});

it.each([
  { limit: '0' },
  { limit: '501' },
  { limit: 'many' },
  { sort: 'password' },
  { cursor: '' },
  { q: 'x'.repeat(201) },
  { q: 'be\0ar' },
])('refuses %j', (input) => {
  expect(query.safeParse(input).success).toBe(false);
});
