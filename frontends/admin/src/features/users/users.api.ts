import { type AdminUser, getAdminUser, listAdminUsers } from '@inkbear/contracts/admin/users';
import { resetAllAiUsage, resetUserAiUsage } from '@inkbear/contracts/ai/usage-reset';
import { adminCreateUser, adminResetPassword } from '@inkbear/contracts/auth/account';
import { updateUserPlan } from '@inkbear/contracts/billing/billing';
import type { PlanName } from '@inkbear/contracts/plans';
import { getAdminUserStorage } from '@inkbear/contracts/storage';
import { useAdminMutation } from '../../kit/forms/use-admin-mutation.ts';
import { useIdempotencyKey } from '../../kit/forms/use-idempotency-key.ts';
import { listSource } from '../../kit/lists/list-source.ts';
import type { ListDefinition } from '../../kit/lists/use-admin-list.ts';
import { adminCall, adminRead } from '../../kit/session/admin-call.ts';
import { type PlanChange, planChangeBody } from './plan-change.ts';

export interface NewUser {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  plan: PlanName;
}
export interface NewPassword {
  email: string;
  newPassword: string;
}
/** `month` clears the monthly counters, `all` also those of books, chapters and stories. */
export type ResetScope = 'month' | 'all';

export const failedTexts = {
  create: 'Failed to create user',
  password: 'Failed to reset password',
  plan: 'Failed to update user plan',
  month: 'Failed to reset AI usage',
  all: 'Failed to reset all AI usage',
} as const;

export const userList: ListDefinition<AdminUser> = {
  source: listSource(listAdminUsers),
  defaultSort: '-createdAt',
  filters: ['plan', 'state'],
};
export const userQuery = (id: string) => adminRead(getAdminUser, { params: { id } });
export const userStorageQuery = (id: string) => adminRead(getAdminUserStorage, { params: { id } });

const userKeys = {
  list: () => userList.source.key,
  one: (id: string) => userQuery(id).queryKey,
};

const fetchUser = (id: string) => adminCall(getAdminUser, { params: { id } });

export function useCreateUser() {
  const withKey = useIdempotencyKey();
  return useAdminMutation({
    send: (user: NewUser) => withKey(user, (input) => adminCall(adminCreateUser, input)),
    successToast: ({ email }) => ({ title: 'User Created', description: `${email} can sign in now.` }),
    failedText: failedTexts.create,
    staleKeys: () => [userKeys.list()],
    isProjected: async ({ id }, { plan }) => (await fetchUser(id)).plan === plan,
  });
}

export const useResetPassword = () =>
  useAdminMutation({
    send: (body: NewPassword) => adminCall(adminResetPassword, { body }),
    successToast: ({ message }) => ({ title: 'Password Reset', description: message }),
    failedText: failedTexts.password,
    staleKeys: () => [],
  });

export function useUpdatePlan(userId: string) {
  const withKey = useIdempotencyKey();
  return useAdminMutation({
    send: (change: PlanChange) => withKey(planChangeBody(userId, change), (input) => adminCall(updateUserPlan, input)),
    successToast: ({ message }) => ({ title: 'Plan Updated', description: message }),
    failedText: failedTexts.plan,
    staleKeys: () => [userKeys.list(), userKeys.one(userId)],
    isProjected: async ({ user: entitlement }, change) => {
      const { monthlyBookLimit, referralCredits } = planChangeBody(userId, change);
      const shown = await fetchUser(userId);
      return (
        shown.plan === entitlement.plan &&
        shown.planEndDate === entitlement.planEndDate &&
        (monthlyBookLimit === undefined || shown.monthlyBookLimit === monthlyBookLimit) &&
        (referralCredits === undefined || shown.referralCredits === referralCredits)
      );
    },
  });
}

export const useResetUsage = (scope: ResetScope) =>
  useAdminMutation({
    send: ({ id: userId }: Pick<AdminUser, 'id' | 'lastOpenaiReset'>) =>
      adminCall(scope === 'month' ? resetUserAiUsage : resetAllAiUsage, { body: { userId } }),
    successToast: ({ message }) => ({
      title: scope === 'month' ? 'AI Usage Reset' : 'All AI Usage Reset',
      description: message,
    }),
    failedText: failedTexts[scope],
    staleKeys: ({ id }) => [userKeys.list(), userKeys.one(id)],
    isProjected: async (_reply, { id, lastOpenaiReset }) => (await fetchUser(id)).lastOpenaiReset !== lastOpenaiReset,
  });
