import type { Subscription } from '@inkbear/service-kit/consumer';
import type { Clock } from '@inkbear/service-kit/clock';
import { onAiCountersChanged } from './on-ai-counters-changed.ts';
import { onAllowanceOverridden, onCreditsAwarded } from './on-credits-changed.ts';
import { onExportFinished } from './on-export-finished.ts';
import { type EraseDeps, onUserRemoved } from './on-user-removed.ts';

export const subscriptions = (deps: EraseDeps & { clock: Clock }): Subscription[] => [onUserRemoved(deps), onAiCountersChanged(deps), onExportFinished(deps), onAllowanceOverridden(deps), ...onCreditsAwarded(deps)];
