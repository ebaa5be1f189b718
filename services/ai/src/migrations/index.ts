import type { Migration } from '@inkbear/service-kit/migrations';
import { quota } from './0001-quota.ts';

export const migrations: readonly Migration[] = [quota];
