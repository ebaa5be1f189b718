import { mainCharacters, type Named, nameOf, type Person } from './cast.ts';
import { ShuffleBag } from './shuffle-bag.ts';
import { changePhrases, deathPhrases } from './phrases/change-phrases.ts';
import { factValues } from './phrases/fact-values.ts';
import type { FactPlanter } from './plan-facts.ts';
import type { KnownFact, StoryPlan } from './story-plan.ts';

/** A change of an attribute whose values are words, or entries. */
interface Change {
  readonly before: KnownFact;
  readonly after: KnownFact;
  readonly template: string;
}

function chooseChange(plan: StoryPlan, attribute: string, template: string): Change | null {
  const { random, cast } = plan;
  const values = random.shuffle(factValues[attribute] ?? []);
  const entry: Named | null =
    attribute === 'owner'
      ? (cast.objects.find((object) => plan.take(object, 'owner')) ?? null)
      : plan.takePerson((person) => !plan.diesInStory(person), attribute);
  if (!entry) return null;
  if (attribute !== 'owner' && attribute !== 'residence') {
    const [before = '', after = ''] = values;
    return { before: { entry, attribute, value: before }, after: { entry, attribute, value: after }, template };
  }
  const lasting = cast.people.filter((person) => person !== plan.narrator && !plan.diesInStory(person));
  const [first, second] = random.shuffle<Named>(attribute === 'owner' ? lasting : cast.towns);
  if (!first || !second) return null;
  return {
    before: { entry, attribute, value: nameOf(first), other: first },
    after: { entry, attribute, value: nameOf(second), other: second },
    template,
  };
}

/** Facts that change and say why: told before, at the change, and after it. */
export function planProgressions(plan: StoryPlan, planter: FactPlanter, count: number): void {
  const bag = new ShuffleBag(plan.random, changePhrases);
  for (let at = 0; at < count; at += 1) {
    const { attribute, text } = bag.next();
    const change = chooseChange(plan, attribute, text);
    if (!change) continue;
    const chapter = plan.random.int(1, Math.max(1, plan.chapterCount - 2));
    planter.plant(change.before, plan.random.int(0, chapter - 1), 'narrated');
    plantChange(plan, change, chapter);
    if (chapter + 1 < plan.chapterCount)
      planter.plant(change.after, plan.random.int(chapter + 1, plan.chapterCount - 1), 'narrated');
  }
}

function plantChange(plan: StoryPlan, { before, after, template }: Change, chapter: number): void {
  plan.plantedPassages.push({
    chapter,
    write: (scene) => {
      const roles = {
        A: before.entry,
        ...(before.other ? { V: before.other } : {}),
        ...(after.other ? { W: after.other } : {}),
      };
      const text = scene.fill(template, { roles, values: { v: before.value, w: after.value } });
      return [
        {
          text,
          onPlaced: (place) => {
            plan.record(after, place);
            plan.progressions.push({
              entryId: before.entry.id,
              attribute: before.attribute,
              before: before.value,
              after: after.value,
              place,
            });
          },
        },
      ];
    },
  });
}

/** Chooses who dies, before anything else is planned about them, and returns them. */
export function planDeaths(plan: StoryPlan, count: number): Person[] {
  const bag = new ShuffleBag(plan.random, deathPhrases);
  const candidates = plan.random
    .shuffle(plan.cast.people.slice(mainCharacters))
    .filter((person) => person !== plan.narrator)
    .slice(0, count);
  for (const person of candidates) {
    // Something is written about each of them before, and at least one chapter after.
    const chapter = plan.random.int(Math.ceil(plan.chapterCount / 3), plan.chapterCount - 2);
    if (!plan.take(person, 'lifeState')) continue;
    plan.setDeath(person, chapter);
    plan.plantedPassages.push({
      chapter,
      write: (scene) => [
        {
          text: scene.fill(bag.next(), { roles: { D: person } }),
          onPlaced: (place) => plan.record({ entry: person, attribute: 'lifeState', value: 'dead' }, place),
        },
      ],
    });
  }
  return candidates;
}
