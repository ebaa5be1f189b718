import type { Operations } from '@inkbear/service-kit/run-operations';
import { commandRebuild } from './rebuild/command-rebuild.ts';

/** What an operator can ask of admin alone. */
export const operations = { rebuild: commandRebuild() } satisfies Operations;
