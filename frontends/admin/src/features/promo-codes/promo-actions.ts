import { createPromoCode, type PromoCode, updatePromoCode } from '@inkbear/contracts/billing/promo-code';
import { useAdminAction } from '../../kit/forms/use-admin-action.ts';
import { useRequestKey } from '../../kit/forms/use-request-key.ts';
import { adminCall } from '../../kit/session/admin-call.ts';
import { codeBody, type NewCode } from './new-code.ts';

export const createFailed = 'Error creating promo code';

export function useCreateCode() {
  const withKey = useRequestKey();
  return useAdminAction({
    send: (typed: NewCode) => withKey(codeBody(typed), (input) => adminCall(createPromoCode, input)),
    done: ({ code }) => ({ title: 'Promo Code Created', description: `${code} is active.` }),
    failed: createFailed,
  });
}

/** Activate or deactivate. */
export const useToggleCode = () =>
  useAdminAction({
    send: ({ id, isActive }: Pick<PromoCode, 'id' | 'isActive'>) =>
      adminCall(updatePromoCode, { params: { id }, body: { isActive } }),
    done: ({ code, isActive }) => ({
      title: 'Promo Code Updated',
      description: `${code} is ${isActive ? 'active' : 'inactive'}.`,
    }),
    failed: 'Error updating promo code',
  });
