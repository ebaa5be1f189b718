import type { Migration } from '@inkbear/service-kit/migrations';
import { plans } from './0001-plans.ts';

export const migrations: readonly Migration[] = [plans];
