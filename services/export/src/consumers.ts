import type { Subscription } from '@inkbear/service-kit/consumer';

/** None. This service stores no data that depends on events, except for the kit's projections. */
export const consumers = (): Subscription[] => [];
