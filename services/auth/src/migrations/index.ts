import type { Migration } from '@inkbear/service-kit/migrations';
import { accounts } from './0001-accounts.ts';

export const migrations: readonly Migration[] = [accounts];
