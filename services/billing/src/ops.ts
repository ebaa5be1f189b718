import type { Operations } from '@inkbear/service-kit/run-operations';
import { reconcileOperation } from './reconciliation/reconcile-command.ts';

/** Operator commands of this service. */
export const operations: Operations = [reconcileOperation];
