import type { Migration } from '@inkbear/service-kit/migrations';

export const migrations: readonly Migration[] = [];
