import { expect, it } from '@jest/globals';
import { referralNote } from './referral-status.ts';

const item = {
  id: 'r1',
  status: 'pending',
  eligibleDate: '2026-12-08T12:00:00.000Z',
  createdAt: '2026-12-01T12:00:00.000Z',
  creditsAwarded: 1,
} as const;

it.each([
  ['2026-12-01T12:00:00.000Z', 'Eligible on 8 December 2026 · 7 days remaining'],
  ['2026-12-07T12:00:01.000Z', 'Eligible on 8 December 2026 · 1 day remaining'],
  ['2026-12-08T12:00:00.000Z', 'Waiting for your friend to subscribe to Pro Monthly'],
])('a pending referral at %s: %s', (asOf, note) => expect(referralNote(item, asOf)).toBe(note));

it('shows the outcome of a decided referral', () => {
  expect(referralNote({ ...item, status: 'processed' }, item.createdAt)).toBe('1 book credit for each of you');
  expect(referralNote({ ...item, status: 'cancelled' }, item.createdAt)).toBe('No credit for this referral');
});
