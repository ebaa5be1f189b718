import type { Random } from '../random.ts';
import type { NextChapterPlan, Place, TruthFact } from './book.ts';
import { type Cast, type Named, nameOf } from './cast.ts';
import { planEvents, planPhrases, planRequests, planTitles } from './phrases/plan-phrases.ts';
import type { StoryPlan } from './story-plan.ts';

const keyOf = ({ entryId, attribute }: Pick<TruthFact, 'entryId' | 'attribute'>): string => `${entryId} ${attribute}`;

const pointOf = ({ chapter, from }: Place): string => `${chapter} ${from}`;

/**
 * Facts that are still so at the end of the book, one for each entry and attribute. Contradicted ones and those of the
 * dead are left out.
 */
function lastingFacts(plan: StoryPlan): TruthFact[] {
  const doubtful = new Set(plan.conflicts.flatMap(({ places }) => places.map(pointOf)));
  const contradicted = new Set(plan.facts.filter(({ place }) => place && doubtful.has(pointOf(place))).map(keyOf));
  const dead = new Set(plan.facts.filter(({ attribute }) => attribute === 'lifeState').map(({ entryId }) => entryId));
  const latest = new Map<string, TruthFact>();
  const inOrder = plan.facts
    .filter(({ modality, isRequired, place }) => modality === 'narrated' && isRequired && place)
    .toSorted(
      (a, b) => (a.place?.chapter ?? 0) - (b.place?.chapter ?? 0) || (a.place?.from ?? 0) - (b.place?.from ?? 0),
    );
  for (const fact of inOrder)
    if (!dead.has(fact.entryId) && !contradicted.has(keyOf(fact))) latest.set(keyOf(fact), fact);
  return [...latest.values()].filter(({ attribute }) => planPhrases[attribute]);
}

/** Plans of the chapter after the last one; each needs one fact that the book has stated. */
export function planNextChapters(plan: StoryPlan, random: Random, count: number): NextChapterPlan[] {
  const named = new Map(allNamed(plan.cast).map((entry) => [entry.id, entry]));
  return random
    .shuffle(lastingFacts(plan))
    .slice(0, count)
    .map((needs) => {
      const entry = named.get(needs.entryId);
      if (!entry) throw new Error(`There is no ${needs.entryId}.`);
      const point = random
        .pick(planPhrases[needs.attribute] ?? [])
        .replaceAll('{A}', entry.kind === 'character' ? entry.short : nameOf(entry))
        .replaceAll('{V}', needs.value.split(' to ').at(-1) ?? '');
      const [first = '', second = ''] = random.shuffle(planRequests);
      const [before = '', after = ''] = random.shuffle(planEvents);
      return {
        title: random.pick(planTitles),
        description: `${before} ${after}`,
        keyPoints: [point],
        requests: [first, second],
        needs,
      };
    });
}

export const allNamed = (cast: Cast): Named[] => [
  ...cast.people,
  ...cast.towns,
  ...cast.sites,
  ...cast.groups,
  ...cast.objects,
  ...cast.events,
];
