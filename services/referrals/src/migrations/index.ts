import type { Migration } from '@inkbear/service-kit/migrations';
import { referrals } from './0001-referrals.ts';
import { processing } from './0002-processing.ts';
import { dueOnce } from './0003-due-once.ts';
import { totals } from './0004-totals.ts';
import { renameFields } from './0005-plain-names.ts';

export const migrations: readonly Migration[] = [referrals, processing, dueOnce, totals, renameFields];
