import { expect, it } from '@jest/globals';
import { daysLeftText } from './days-left.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
it.each([
  ['2026-12-21T12:00:00Z', '30 days left'],
  ['2026-11-23T11:00:00Z', '2 days left'],
  ['2026-11-22T12:00:00Z', 'Last day'],
  ['2026-11-21T12:00:01Z', 'Last day'],
  ['2026-11-21T11:59:00Z', 'Deleted permanently within the hour'],
])('an item that is purged on %s shows %s', (purgeAt, text) => {
  expect(daysLeftText(purgeAt, now)).toBe(text);
});
