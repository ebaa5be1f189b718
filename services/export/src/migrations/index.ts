import type { Migration } from '@inkbear/service-kit/migrations';
import { editions } from './0001-editions.ts';

export const migrations: readonly Migration[] = [editions];
