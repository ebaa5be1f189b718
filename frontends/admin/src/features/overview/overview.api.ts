import { getAnalytics, getAnalyticsHistory } from '@inkbear/contracts/admin/analytics';
import { adminRead } from '../../kit/session/admin-call.ts';

/** The twelve figures as they are now. */
export const analyticsQuery = adminRead(getAnalytics);
/** The same figures of the last twelve months. */
export const analyticsHistoryQuery = adminRead(getAnalyticsHistory);
