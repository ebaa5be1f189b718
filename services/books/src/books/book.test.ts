import { expect, it } from '@jest/globals';
import { canChangeStatus } from './book.ts';

it.each<[Parameters<typeof canChangeStatus>[0], Parameters<typeof canChangeStatus>[1], boolean]>([
  ['active', 'complete', true],
  ['complete', 'active', true],
  ['active', 'archived', true],
  ['complete', 'archived', true],
  ['archived', 'active', true],
  ['archived', 'complete', false],
  ['active', 'active', true],
  ['archived', 'archived', true],
])('allows a status change from %s to %s: %s', (from, to, expected) => {
  expect(canChangeStatus(from, to)).toBe(expected);
});
