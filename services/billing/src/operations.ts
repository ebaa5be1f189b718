import type { Operations } from '@inkbear/service-kit/run-operations';
import { commandReconcile } from './reconciliation/command-reconcile.ts';

/** What an operator can ask of billing alone. */
export const operations = { reconcile: commandReconcile } satisfies Operations;
