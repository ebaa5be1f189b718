import type { Limit, LimitName } from '@inkbear/contracts/ai/limit';
import type { LimitRule } from './limit-rules.ts';

export const presentLimit = ({ limit, max, resetsAt }: LimitRule, used: number): Limit => ({
  limit,
  used,
  max,
  resetsAt,
});

/** The limits of a story as flags and counts, which its page reads. */
export function presentStoryLimits(limits: readonly Limit[]) {
  const counterOf = (name: LimitName): [isAvailable: boolean, used: number, max: number] => {
    const limit = limits.find((candidate) => candidate.limit === name);
    const [used, max] = [limit?.used ?? 0, limit?.max ?? 0];
    return [used < max, used, max];
  };
  const [canGenerate, totalGenerations, maxGenerations] = counterOf('story.generate');
  const [canEdit, totalEdits, maxEdits] = counterOf('story.enhance');
  const [canPolish, totalPolish, maxPolish] = counterOf('story.polish');
  return {
    canGenerate,
    totalGenerations,
    maxGenerations,
    canEdit,
    totalEdits,
    maxEdits,
    canPolish,
    totalPolish,
    maxPolish,
  };
}
