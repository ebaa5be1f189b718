import type { Operations } from '@inkbear/service-kit/run-operations';
import { runReconcileCommand } from './reconciliation/reconcile-command.ts';

/** What an operator can ask of billing alone. */
export const operations = { reconcile: runReconcileCommand } satisfies Operations;
