import type { Migration } from '@inkbear/service-kit/migrations';
import { plans } from './0001-plans.ts';
import { cancellations } from './0002-cancellations.ts';
import { erasure } from './0003-erasure.ts';
import { purchases } from './0004-purchases.ts';
import { overdue } from './0005-overdue.ts';
import { removals } from './0006-removals.ts';
import { oneUseOnePurchase } from './0007-one-use-one-purchase.ts';
import { creditBalances } from './0008-credit-balances.ts';
import { oneRowPerDifference } from './0009-one-row-per-difference.ts';
import { providerEventsExpire } from './0010-provider-events-expire.ts';
import { plainNames } from './0011-plain-names.ts';
import { purchaseHistory } from './0012-purchase-history.ts';

export const migrations: readonly Migration[] = [
  plans,
  cancellations,
  erasure,
  purchases,
  overdue,
  removals,
  oneUseOnePurchase,
  creditBalances,
  oneRowPerDifference,
  providerEventsExpire,
  plainNames,
  purchaseHistory,
];
