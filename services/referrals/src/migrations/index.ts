import type { Migration } from '@inkbear/service-kit/migrations';
import { referrals } from './0001-referrals.ts';

export const migrations: readonly Migration[] = [referrals];
