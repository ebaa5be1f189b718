import type { Migration } from '@inkbear/service-kit/migrations';
import { accounts } from './0001-accounts.ts';
import { erasure } from './0002-erasure.ts';
import { userEmails } from './0003-user-emails.ts';

export const migrations: readonly Migration[] = [accounts, erasure, userEmails];
