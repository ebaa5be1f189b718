import { adminSessionRevoked, adminAdminAction } from './events/admin.ts';
import { aiAdminAction, aiCallSettled, aiCountersChanged, aiResultCreated, aiUsageReset } from './events/ai.ts';
import {
  userRegistered,
  userChanged,
  userRemoved,
  sessionRevoked,
  planGrantRequested,
  authAdminAction,
} from './events/auth.ts';
import {
  entitlementChanged,
  allowanceOverridden,
  billingCreditsAwarded,
  sandboxClockMoved,
  paymentSucceeded,
  paymentRefunded,
  paymentDisputed,
  subscriptionChanged,
  billingAdminAction,
} from './events/billing.ts';
import {
  bookCreated,
  bookRemoved,
  chapterContentChanged,
  chapterProgressed,
  chapterRemoved,
  creditBalanceChanged,
} from './events/books.ts';
import { exportFileFinished, exportStoryFinished } from './events/export.ts';
import { referralsCreditsAwarded, referralsSummaryChanged, referralChanged } from './events/referrals.ts';
import { reviewsAdminAction } from './events/reviews.ts';
import { storyChanged, storiesAdminAction } from './events/stories.ts';
import type { EventType } from './events/event-type.ts';

export * from './events/admin.ts';
export * from './events/ai.ts';
export * from './events/auth.ts';
export * from './events/billing.ts';
export * from './events/books.ts';
export * from './events/export.ts';
export * from './events/referrals.ts';
export * from './events/reviews.ts';
export * from './events/stories.ts';
export * from './events/event-type.ts';

/** The catalogue: every event that any service publishes. */
export const events = [
  userRegistered,
  userChanged,
  userRemoved,
  sessionRevoked,
  planGrantRequested,
  entitlementChanged,
  allowanceOverridden,
  billingCreditsAwarded,
  referralsCreditsAwarded,
  sandboxClockMoved,
  paymentSucceeded,
  paymentRefunded,
  paymentDisputed,
  subscriptionChanged,
  bookCreated,
  bookRemoved,
  chapterRemoved,
  chapterProgressed,
  chapterContentChanged,
  aiCallSettled,
  aiResultCreated,
  aiCountersChanged,
  aiUsageReset,
  storyChanged,
  exportFileFinished,
  exportStoryFinished,
  referralsSummaryChanged,
  referralChanged,
  creditBalanceChanged,
  adminSessionRevoked,
  authAdminAction,
  billingAdminAction,
  adminAdminAction,
  aiAdminAction,
  storiesAdminAction,
  reviewsAdminAction,
] as const satisfies readonly EventType[];
