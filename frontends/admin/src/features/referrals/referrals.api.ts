import { type AdminReferral, listAdminReferrals } from '@inkbear/contracts/referrals/admin-referral';
import { listSource } from '../../kit/lists/list-source.ts';
import type { ListDefinition } from '../../kit/lists/use-admin-list.ts';

export const referralList: ListDefinition<AdminReferral> = {
  source: listSource(listAdminReferrals),
  defaultSort: '-createdAt',
  filters: ['status'],
};
