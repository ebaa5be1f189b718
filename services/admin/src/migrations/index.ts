import type { Migration } from '@inkbear/service-kit/migrations';
import { site } from './0001-site.ts';

export const migrations: readonly Migration[] = [site];
