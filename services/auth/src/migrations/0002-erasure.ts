import type { Migration } from '@inkbear/service-kit/migrations';
import { migrateDevicesByAccount } from '@inkbear/service-kit/sign-in-throttle';

export const erasure: Migration = { id: '0002-erasure', up: migrateDevicesByAccount };
