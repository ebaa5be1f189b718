import type { Subscription } from '@inkbear/service-kit/consumer';

/** None. This service stores no data that depends on events, except for those of service-kit. */
export const consumers = (): Subscription[] => [];
