import type { Subscription } from '@inkbear/service-kit/consumer';

/** The kit's subscriptions are enough: nothing that this service stores depends on other events. */
export const consumers = (): Subscription[] => [];
