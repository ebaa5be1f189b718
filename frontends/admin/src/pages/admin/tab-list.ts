import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import type { ComponentType } from 'react';

export interface ConsoleTab {
  readonly id: string;
  readonly title: string;
  readonly Content: ComponentType;
}

const AiUsageTab = lazyPage(() => import('../../features/ai-usage/usage-table.tsx'));
const OverviewTab = lazyPage(() => import('./overview-tab.tsx'));
const PromoCodesTab = lazyPage(() => import('../../features/promo-codes/promo-table.tsx'));
const ReferralsTab = lazyPage(() => import('../../features/referrals/referral-table.tsx'));
const ReviewsTab = lazyPage(() => import('../../features/reviews/review-table.tsx'));
const StoriesTab = lazyPage(() => import('../../features/stories/story-table.tsx'));
const UsersTab = lazyPage(() => import('./users-tab.tsx'));

/** The tabs of the console, in their order; each is loaded when it is opened. */
export const tabs: readonly ConsoleTab[] = [
  { id: 'overview', title: 'Overview', Content: OverviewTab },
  { id: 'users', title: 'Users', Content: UsersTab },
  { id: 'personal-stories', title: 'Personal Stories', Content: StoriesTab },
  { id: 'promo-codes', title: 'Promo Codes', Content: PromoCodesTab },
  { id: 'openai', title: 'AI Usage', Content: AiUsageTab },
  { id: 'reviews', title: 'Reviews', Content: ReviewsTab },
  { id: 'referrals', title: 'Referrals', Content: ReferralsTab },
];

/** The tab in the URL; the first one when the URL has none. */
export const findTab = (id: string | null): ConsoleTab => tabs.find((tab) => tab.id === id) ?? (tabs[0] as ConsoleTab);
export const tabPath = (id: string): string => (id === 'overview' ? '/admin' : `/admin?tab=${id}`);
