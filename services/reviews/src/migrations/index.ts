import type { Migration } from '@inkbear/service-kit/migrations';
import { reviews } from './0001-reviews.ts';

export const migrations: readonly Migration[] = [reviews];
