import { resetAllAiUsage, resetUserAiUsage } from '@inkbear/contracts/ai/usage-reset';
import { adminCreateUser, adminResetPassword } from '@inkbear/contracts/auth/account';
import { updateUserPlan } from '@inkbear/contracts/billing/billing';
import type { PlanName } from '@inkbear/contracts/plans';
import { useAdminAction } from '../../../kit/forms/use-admin-action.ts';
import { useRequestKey } from '../../../kit/forms/use-request-key.ts';
import { adminCall } from '../../../kit/session/admin-call.ts';
import { type PlanChange, planChangeBody } from '../plan-change.ts';

export interface NewUser {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  plan: PlanName;
}
export const failures = {
  create: 'Failed to create user',
  password: 'Failed to reset password',
  plan: 'Failed to update user plan',
  month: 'Failed to reset AI usage',
  all: 'Failed to reset all AI usage',
} as const;

export function useCreateUser() {
  const withKey = useRequestKey();
  return useAdminAction({
    send: (typed: NewUser) => withKey(typed, (input) => adminCall(adminCreateUser, input)),
    done: ({ email }) => ({ title: 'User Created', description: `${email} can sign in now.` }),
    failed: failures.create,
  });
}

export const useResetPassword = () =>
  useAdminAction({
    send: (body: { email: string; newPassword: string }) => adminCall(adminResetPassword, { body }),
    done: ({ message }) => ({ title: 'Password Reset', description: message }),
    failed: failures.password,
  });

export function useUpdatePlan(userId: string) {
  const withKey = useRequestKey();
  return useAdminAction({
    send: (change: PlanChange) => withKey(planChangeBody(userId, change), (input) => adminCall(updateUserPlan, input)),
    done: ({ message }) => ({ title: 'Plan Updated', description: message }),
    failed: failures.plan,
  });
}

/** `month` clears the monthly counters, `all` also those of books, chapters and stories. */
export type ResetScope = 'month' | 'all';
export const useResetUsage = (scope: ResetScope) =>
  useAdminAction({
    send: (userId: string) => adminCall(scope === 'month' ? resetUserAiUsage : resetAllAiUsage, { body: { userId } }),
    done: ({ message }) => ({
      title: scope === 'month' ? 'AI Usage Reset' : 'All AI Usage Reset',
      description: message,
    }),
    failed: failures[scope],
  });
