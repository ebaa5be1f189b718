import { ageRule } from './age-rule.ts';
import { type CheckedStory, type Contradiction, isBefore, type Rule, startOf } from './checked-story.ts';
import { actsAfterDeathRule } from './death-rule.ts';
import { attributeConflictRule, journeyDurationRule, twoOwnersRule } from './fact-rules.ts';
import { knowsTooEarlyRule, threadClosedEarlyRule, threadNeverClosedRule } from './knowledge-rules.ts';
import { nameVariantRule } from './name-rule.ts';
import { twoPlacesRule } from './place-rule.ts';
import { pointOfViewRule, tenseRule } from './style-rules.ts';
import { daySequenceRule, weekdayOfDateRule } from './time-rules.ts';

const rules: readonly Rule[] = [
  attributeConflictRule,
  twoOwnersRule,
  journeyDurationRule,
  ageRule,
  weekdayOfDateRule,
  daySequenceRule,
  twoPlacesRule,
  actsAfterDeathRule,
  knowsTooEarlyRule,
  threadClosedEarlyRule,
  threadNeverClosedRule,
  nameVariantRule,
  pointOfViewRule,
  tenseRule,
];

/** Maximum number of contradictions that are reported for one rule. */
const maxPerRule = 200;

/**
 * What contradicts itself in a story, by rules without a model, in reading order of the first passages. Takes time
 * proportional to the text. A story that is not English is not checked.
 */
export const findContradictions = (story: CheckedStory): Contradiction[] =>
  rules
    .flatMap((rule) => rule(story).slice(0, maxPerRule))
    .filter(({ places }) => places.length > 0)
    .toSorted(compare);

function compare({ places: [a] }: Contradiction, { places: [b] }: Contradiction): number {
  if (!a || !b) return 0;
  return isBefore(startOf(a), startOf(b)) ? -1 : isBefore(startOf(b), startOf(a)) ? 1 : 0;
}
