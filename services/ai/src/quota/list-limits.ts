import type { Limit } from '@inkbear/contracts/ai/limit';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import { type Scope, visibleRules } from './limit-rules.ts';
import { presentLimit } from './limit.presenter.ts';
import type { UsageRepository } from './usage.repository.ts';

/** The limits that apply in a scope, each with its used amount. */
export async function listLimits(
  { usage, entitlements, clock }: { usage: UsageRepository; entitlements: Entitlements; clock: Clock },
  scope: Scope,
): Promise<Limit[]> {
  const rules = visibleRules(scope, await entitlements.find(scope.userId), clock.now());
  const used = await usage.readCounters(rules.map(({ key }) => key));
  return rules.map((rule, index) => presentLimit(rule, used[index] ?? 0));
}
