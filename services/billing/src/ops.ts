import type { Operations } from '@inkbear/service-kit/run-operations';
import { runReconcileCommand } from './reconciliation/reconcile-command.ts';

/** Operator commands of this service. */
export const operations = { reconcile: runReconcileCommand } satisfies Operations;
