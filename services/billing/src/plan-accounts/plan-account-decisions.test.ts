import { describe, expect, it } from '@jest/globals';
import { withoutRemoval, withRemoval, withStoppedSubscription } from './plan-account-decisions.ts';
import { newPlanAccount, type PlanAccount } from './plan-account.ts';

const account = newPlanAccount('u');
const removed = withRemoval(account, 'grace');
const stopped = withStoppedSubscription(removed, 'sub');
const restored = withRemoval(stopped, 'restored');

describe('the removal of an account', () => {
  it('stops a subscription, which a restore within 30 days resumes', () => {
    expect([removed, stopped, restored].map(({ removal }) => removal)).toEqual([
      { state: 'closed' },
      { state: 'stopped', stoppedId: 'sub' },
      { state: 'restored', stoppedId: 'sub' },
    ]);
    expect(withoutRemoval(restored)).toEqual(account);
  });

  it('is forgotten at a restore when no subscription was stopped', () => {
    expect([withRemoval(removed, 'restored'), withRemoval(account, 'restored')]).toEqual([account, account]);
  });

  it.each<[string, PlanAccount]>([
    ['was never removed', account],
    ['was restored in the meantime', restored],
  ])('stops nothing when the account %s', (_name, present) => {
    expect(withStoppedSubscription(present, 'other')).toBe(present);
  });

  it('remembers the stopped subscription when the account is removed again', () => {
    expect(withRemoval(restored, 'grace')).toEqual(stopped);
  });
});
