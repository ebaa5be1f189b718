import type { Clock } from '@inkbear/service-kit/clock';
import type { Subscription } from '@inkbear/service-kit/consumer';
import type { AllowanceRepository } from '../allowance/allowance.repository.ts';
import { onAiCountersChanged } from './on-ai-counters-changed.ts';
import { onAllowanceOverridden, onCreditsAwarded } from './on-credits-changed.ts';
import { onExportFinished } from './on-export-finished.ts';
import { onUserRemoved, type RemovalDeps } from './on-user-removed.ts';

export const subscriptions = (
  deps: RemovalDeps & { allowances: AllowanceRepository; clock: Clock },
): Subscription[] => [
  onUserRemoved(deps),
  onAiCountersChanged(deps),
  onExportFinished(deps),
  onAllowanceOverridden(deps),
  ...onCreditsAwarded(deps),
];
