import type { Operations } from '@inkbear/service-kit/run-operations';
import { erasuresOperation } from './users/erasures-command.ts';
import { makeAdminOperation } from './users/make-admin-command.ts';

/** Operator commands of this service. */
export const operations: Operations = [makeAdminOperation, erasuresOperation];
