import type { Operations } from '@inkbear/service-kit/run-operations';
import { commandMakeAdmin } from './users/command-make-admin.ts';

/** What an operator can ask of auth alone. */
export const operations = { 'make-admin': commandMakeAdmin } satisfies Operations;
