import type { Operations } from '@inkbear/service-kit/run-operations';
import { rebuildCommand } from './rebuild/rebuild-command.ts';

/** Operator commands of this service. */
export const operations = { rebuild: rebuildCommand() } satisfies Operations;
