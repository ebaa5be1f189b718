import type { Subscription } from '@inkbear/service-kit/consumer';

/** None besides the kit's subscriptions: no stored data depends on other events. */
export const consumers = (): Subscription[] => [];
