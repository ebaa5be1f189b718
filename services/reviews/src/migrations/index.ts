import type { Migration } from '@inkbear/service-kit/migrations';
import { reviews } from './0001-reviews.ts';
import { removals } from './0002-removals.ts';
import { moderation } from './0003-moderation.ts';

export const migrations: readonly Migration[] = [reviews, removals, moderation];
