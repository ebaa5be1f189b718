import type { Operations } from '@inkbear/service-kit/run-operations';
import { rebuildOperation } from './rebuild/rebuild-command.ts';

/** Operator commands of this service. */
export const operations: Operations = [rebuildOperation()];
