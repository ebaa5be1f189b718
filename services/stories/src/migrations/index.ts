import type { Migration } from '@inkbear/service-kit/migrations';
import { stories } from './0001-stories.ts';

export const migrations: readonly Migration[] = [stories];
