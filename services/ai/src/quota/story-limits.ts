import type { Limit, LimitName } from '@inkbear/contracts/ai/limit';

/** The counters of a story in the words of its page. */
export function presentStoryLimits(limits: readonly Limit[]) {
  const of = (name: LimitName): [isLeft: boolean, used: number, max: number] => {
    const limit = limits.find(({ limit: each }) => each === name);
    const [used, max] = [limit?.used ?? 0, limit?.max ?? 0];
    return [used < max, used, max];
  };
  const [canGenerate, totalGenerations, maxGenerations] = of('story.generate');
  const [canEdit, totalEdits, maxEdits] = of('story.enhance');
  const [canPolish, totalPolish, maxPolish] = of('story.polish');
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
