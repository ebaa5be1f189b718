import { describe, expect, it } from '@jest/globals';
import { decideReferral, newReferral, type ReferralFacts, type ReferralRow } from './referral.ts';

const referrer = { _id: 'ada', referralCode: 'ADA', email: 'ada@example.com' };
const registration = { userId: 'ben', email: 'ben@example.com', createdAt: '2026-01-01T00:00:00.000Z' };
const afterWaiting = new Date('2026-02-01T00:00:00.000Z');
const paidMonth: ReferralFacts = {
  subscriptions: [{ _id: 's', userId: 'ben', seq: 1, status: 'active', periodEnd: new Date('2026-03-01') }],
  payments: [{ _id: 'p', userId: 'ben', subscriptionId: 's', fingerprint: 'card', isReturned: false }],
  referrerCards: new Set(),
};
const referralWith = (fields: Partial<ReferralRow>): ReferralRow => ({
  ...newReferral('r', referrer, registration),
  ...fields,
});

describe('the decision about a referral whose month is paid', () => {
  it.each([
    ['different addresses', {}, 'processed'],
    ['the same address', { referredEmail: 'ada@example.com' }, 'same_person'],
    ['the same address in other letters', { referrerEmail: 'BEN@Example.com' }, 'same_person'],
    ['the same address with a tag', { referredEmail: 'ada+books@example.com' }, 'same_person'],
    ['addresses of a release that did not store them', { referrerEmail: null, referredEmail: null }, 'processed'],
  ])('for %s', (_what, fields, decision) => {
    expect(decideReferral(referralWith(fields), paidMonth, afterWaiting)).toBe(decision);
  });

  it('is none once it was made', () => {
    const decided = referralWith({ status: 'processed', referredEmail: 'ada@example.com' });
    expect(decideReferral(decided, paidMonth, afterWaiting)).toBeNull();
  });
});
