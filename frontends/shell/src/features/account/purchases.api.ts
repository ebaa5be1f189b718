import { listPurchases } from '@inkbear/contracts/billing/purchase';
import { readPages } from '@inkbear/web-kit/read-pages.ts';

/** Twenty pages are 1,000 payments. */
const maxPages = 20;

/** The payments of the user, newest first. A payment appears when the provider has reported it. */
export const purchasesQuery = () => ({
  ...readPages(listPurchases, { query: {} }, { maxPages }),
  refetchOnMount: 'always' as const,
});
