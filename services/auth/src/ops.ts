import type { Operations } from '@inkbear/service-kit/run-operations';
import { runMakeAdminCommand } from './users/make-admin-command.ts';

/** Operator commands of this service. */
export const operations = { 'make-admin': runMakeAdminCommand } satisfies Operations;
