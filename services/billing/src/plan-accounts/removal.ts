import type { PlanAccount } from './plan-account.ts';

/** The account of someone who removes it, or comes back within the 30 days. Only what was stopped for the removal is to be taken back. */
export function withRemoval(account: PlanAccount, stage: 'grace' | 'restored'): PlanAccount {
  const stoppedId = account.removal?.stoppedId ?? null;
  return stage === 'restored' && stoppedId === null
    ? withoutRemoval(account)
    : { ...account, removal: { stage, stoppedId } };
}

export function withoutRemoval({ removal: _settled, ...account }: PlanAccount): PlanAccount {
  return account;
}

/** Notes what is about to be stopped, unless the user has come back meanwhile. */
export const withStopped = (account: PlanAccount, stoppedId: string): PlanAccount =>
  account.removal?.stage === 'grace' ? { ...account, removal: { stage: 'grace', stoppedId } } : account;
