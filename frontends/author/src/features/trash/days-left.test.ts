import { expect, it } from '@jest/globals';
import { daysLeftText, nextDeletionText } from './days-left.ts';

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

it.each([
  ['2026-11-23T11:00:00Z', 'The next one is deleted in 2 days.'],
  ['2026-11-22T12:00:00Z', 'The next one is deleted within a day.'],
  ['2026-11-21T11:59:00Z', 'The next one is deleted permanently within the hour.'],
])('several items of which the first is purged on %s show “%s”', (purgeAt, text) => {
  expect(nextDeletionText(purgeAt, now)).toBe(text);
});
