import type { Migration } from '@inkbear/service-kit/migrations';
import { editions } from './0001-editions.ts';
import { imports } from './0002-imports.ts';

export const migrations: readonly Migration[] = [editions, imports];
