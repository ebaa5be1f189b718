import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import type { ComponentType } from 'react';

export interface ConsoleTab {
  readonly id: string;
  readonly title: string;
  readonly Content: ComponentType;
}

/** The seven tabs of the console; each is loaded when it is opened. */
export const tabs: readonly ConsoleTab[] = [
  { id: 'overview', title: 'Overview', Content: lazyPage(() => import('./overview-tab.tsx')) },
  { id: 'users', title: 'Users', Content: lazyPage(() => import('./users-tab.tsx')) },
  { id: 'personal-stories', title: 'Personal Stories', Content: lazyPage(() => import('./stories-tab.tsx')) },
  { id: 'promo-codes', title: 'Promo Codes', Content: lazyPage(() => import('./promo-codes-tab.tsx')) },
  { id: 'openai', title: 'AI Usage', Content: lazyPage(() => import('./ai-usage-tab.tsx')) },
  { id: 'reviews', title: 'Reviews', Content: lazyPage(() => import('./reviews-tab.tsx')) },
  { id: 'referrals', title: 'Referrals', Content: lazyPage(() => import('./referrals-tab.tsx')) },
];

export const tabOf = (id: string | null): ConsoleTab => tabs.find((tab) => tab.id === id) ?? (tabs[0] as ConsoleTab);
export const tabPath = (id: string): string => (id === 'overview' ? '/admin' : `/admin?tab=${id}`);
