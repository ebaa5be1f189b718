import type { Migration } from '@inkbear/service-kit/migrations';
import { books } from './0001-books.ts';

export const migrations: readonly Migration[] = [books];
