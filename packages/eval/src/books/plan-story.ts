import type { Calendar } from './calendar.ts';
import { leftoverPhrases } from './phrases/leftover-phrases.ts';
import { planDeaths, planProgressions } from './plan-changes.ts';
import {
  planActsAfterDeath,
  planAgeConflicts,
  planAttributeConflicts,
  planJourneyConflicts,
  planOwnerConflicts,
} from './plan-conflicts.ts';
import { FactPlanter, planFacts } from './plan-facts.ts';
import {
  planDates,
  planDaySequences,
  planEarlyKnowledge,
  planNameVariants,
  planStyleBreaks,
  planThreads,
  planTwoPlaces,
} from './plan-time-conflicts.ts';
import { planLeftovers, planTraps } from './plan-traps.ts';
import { StoryPlan } from './story-plan.ts';

/** A book has each wording up to three times; a scan lists no more than 200 findings of a kind. */
const maxLeftovers = 3 * leftoverPhrases.length;

/**
 * Plans what a book with this number of words states. Contradictions and changes come first, because they need
 * attributes of which nothing else is told.
 */
export function planStory(
  options: Pick<StoryPlan, 'random' | 'cast' | 'chapterCount' | 'narrator'>,
  { words, calendar }: { readonly words: number; readonly calendar: Calendar },
): StoryPlan {
  const plan = new StoryPlan(options);
  const planter = new FactPlanter(plan);
  const times = (perTenThousand: number): number => Math.max(1, Math.round((words / 10_000) * perTenThousand));
  const dead = planDeaths(plan, Math.min(times(1), Math.floor(plan.cast.people.length / 5)));
  planAttributeConflicts(plan, planter, times(1.5));
  planOwnerConflicts(plan, planter, Math.min(times(0.4), 3));
  planJourneyConflicts(plan, planter, Math.min(times(0.4), 3));
  planAgeConflicts(plan, calendar, times(0.4));
  planNameVariants(plan, times(0.3));
  planTwoPlaces(plan, calendar, times(0.4));
  planEarlyKnowledge(plan, times(0.4));
  planThreads(plan);
  planStyleBreaks(plan, times(0.4));
  planDates(plan, calendar, times(0.4));
  planDaySequences(plan, times(0.5), times(0.4));
  planProgressions(plan, planter, times(2));
  planFacts(plan, planter);
  planActsAfterDeath(plan, dead);
  planTraps(plan, times(12));
  planLeftovers(plan, Math.min(times(18), maxLeftovers), times(3));
  return shuffled(plan);
}

/** Mixes the passages of all plans, but leaves those of one chapter that belong together in their order. */
function shuffled(plan: StoryPlan): StoryPlan {
  const keyed = plan.plantedPassages.map((passage, at) => ({ passage, at, key: plan.random.next() }));
  // Passages that were planned one after the other for one chapter may depend on each other (two places at noon).
  for (const [at, item] of keyed.entries()) {
    const before = keyed[at - 1];
    if (before && before.passage.chapter === item.passage.chapter) item.key = Math.max(item.key, before.key);
  }
  keyed.sort((a, b) => a.key - b.key || a.at - b.at);
  plan.plantedPassages.splice(0, plan.plantedPassages.length);
  for (const { passage } of keyed) plan.plantedPassages.push(passage);
  return plan;
}
