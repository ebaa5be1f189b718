import {
  createPromoCode,
  listPromoCodes,
  type PromoCode,
  updatePromoCode,
} from '@inkbear/contracts/billing/promo-code';
import { useAdminMutation } from '../../kit/forms/use-admin-mutation.ts';
import { useIdempotencyKey } from '../../kit/forms/use-idempotency-key.ts';
import { listSource } from '../../kit/lists/list-source.ts';
import type { ListDefinition } from '../../kit/lists/use-admin-list.ts';
import { adminCall } from '../../kit/session/admin-call.ts';
import { codeBody, type NewCode } from './new-code.ts';

export const createFailedText = 'Error creating promo code';

export const promoCodeList: ListDefinition<PromoCode> = {
  source: listSource(listPromoCodes),
  defaultSort: '-createdAt',
};
const promoCodeKeys = { list: () => promoCodeList.source.key };

export function useCreatePromoCode() {
  const withKey = useIdempotencyKey();
  return useAdminMutation({
    send: (values: NewCode) => withKey(codeBody(values), (input) => adminCall(createPromoCode, input)),
    successToast: ({ code }) => ({ title: 'Promo Code Created', description: `${code} is active.` }),
    failedText: createFailedText,
    staleKeys: () => [promoCodeKeys.list()],
  });
}

/** Activates or deactivates a promo code. */
export const useTogglePromoCode = () =>
  useAdminMutation({
    send: ({ id, isActive }: Pick<PromoCode, 'id' | 'isActive'>) =>
      adminCall(updatePromoCode, { params: { id }, body: { isActive } }),
    successToast: ({ code, isActive }) => ({
      title: 'Promo Code Updated',
      description: `${code} is ${isActive ? 'active' : 'inactive'}.`,
    }),
    failedText: 'Error updating promo code',
    staleKeys: () => [promoCodeKeys.list()],
  });
