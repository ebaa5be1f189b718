import type { ContinuityRule } from '@inkbear/contracts/bible/finding';
import type { Place } from './book.ts';
import type { Calendar } from './calendar.ts';
import { type Named, nameOf, type Person } from './cast.ts';
import { ShuffleBag } from './shuffle-bag.ts';
import type { Filling } from './fill.ts';
import { afterDeathPhrases } from './phrases/change-phrases.ts';
import { birthPhrases, wrongAgePhrases, yearPhrases } from './phrases/conflict-phrases.ts';
import { factValues } from './phrases/fact-values.ts';
import { afterDeathTraps } from './phrases/trap-phrases.ts';
import { type FactPlanter, pickSpeaker } from './plan-facts.ts';
import type { Paragraph, Scene } from './scene.ts';
import type { KnownFact, StoryPlan } from './story-plan.ts';

/** Collects the places of one contradiction while its chapters are written. */
export function openConflict(
  plan: StoryPlan,
  rule: ContinuityRule,
  ...entries: readonly (Pick<Named, 'id'> | null)[]
): (place: Place) => void {
  const places: Place[] = [];
  const entryIds = entries.flatMap((entry) => (entry ? [entry.id] : []));
  return (place) => {
    if (places.length === 0) plan.conflicts.push({ rule, entryIds, places });
    places.push(place);
  };
}

/** Plants a passage that is part of a contradiction. */
export function plantPart(
  plan: StoryPlan,
  chapter: number,
  part: {
    readonly template: string;
    readonly filling: (scene: Scene) => Filling;
    readonly onPlaced: (place: Place) => void;
  },
): void {
  plan.plantedPassages.push({
    chapter,
    write: (scene): Paragraph[] => [{ text: scene.fill(part.template, part.filling(scene)), onPlaced: part.onPlaced }],
  });
}

/** Attributes that never change, or change only with an explanation, told with two values. */
export function planAttributeConflicts(plan: StoryPlan, planter: FactPlanter, count: number): void {
  const { random, cast } = plan;
  const bag = new ShuffleBag(random, ['eyes', 'occupation', 'birthplace', 'height', 'hair']);
  for (let at = 0; at < count; at += 1) {
    const attribute = bag.next();
    const entry = plan.takePerson((person) => !plan.diesInStory(person), attribute);
    if (!entry) continue;
    const choices: (string | Named)[] =
      attribute === 'birthplace' ? random.shuffle(cast.towns) : random.shuffle(factValues[attribute] ?? []);
    const chapters = plan.pickTwoChapters();
    const note = openConflict(plan, 'attribute-conflict', entry);
    for (const [index, choice] of choices.slice(0, 2).entries()) {
      const fact: KnownFact =
        typeof choice === 'string'
          ? { entry, attribute, value: choice }
          : { entry, attribute, value: nameOf(choice), other: choice };
      planter.plant(fact, chapters[index] ?? 0, 'narrated', note);
    }
  }
}

/** A thing has an owner in one chapter and another one later, and nobody gave it away. */
export function planOwnerConflicts(plan: StoryPlan, planter: FactPlanter, count: number): void {
  const { random, cast } = plan;
  const lasting = cast.people.filter((person) => person !== plan.narrator && !plan.diesInStory(person));
  for (let at = 0; at < count; at += 1) {
    const object = cast.objects.find((thing) => plan.take(thing, 'owner'));
    if (!object) return;
    const chapters = plan.pickTwoChapters();
    const note = openConflict(plan, 'two-owners', object);
    for (const [index, owner] of random.shuffle(lasting).slice(0, 2).entries())
      planter.plant(
        { entry: object, attribute: 'owner', value: nameOf(owner), other: owner },
        chapters[index] ?? 0,
        'narrated',
        note,
      );
  }
}

/** Two durations of the same journey. */
export function planJourneyConflicts(plan: StoryPlan, planter: FactPlanter, count: number): void {
  const { random, cast } = plan;
  for (let at = 0; at < count; at += 1) {
    const from = cast.towns.find((town) => plan.take(town, 'travelTime'));
    const to = random.shuffle(cast.towns).find((town) => town !== from);
    if (!from || !to) return;
    const chapters = plan.pickTwoChapters();
    const note = openConflict(plan, 'journey-duration', from, to);
    for (const [index, value] of random
      .shuffle(factValues['travelTime'] ?? [])
      .slice(0, 2)
      .entries())
      planter.plant({ entry: from, attribute: 'travelTime', value, other: to }, chapters[index] ?? 0, 'narrated', note);
  }
}

/** An age that does not fit the year of birth. */
export function planAgeConflicts(plan: StoryPlan, calendar: Calendar, count: number): void {
  const { random } = plan;
  for (let at = 0; at < count; at += 1) {
    const entry = plan.takePerson((person) => !plan.diesInStory(person), 'age', 'birthYear');
    if (!entry) return;
    const age = random.int(25, 60);
    const birth = String(calendar.year - age);
    const wrongAge = numberWord(age + random.pick([-9, -7, 8, 11]));
    const [first, second] = plan.pickTwoChapters();
    const note = openConflict(plan, 'age-and-birth', entry);
    const filling = () => ({ roles: { A: entry }, values: { birth, wrongAge, year: String(calendar.year) } });
    plantPart(plan, first, {
      template: random.pick(birthPhrases),
      filling,
      onPlaced: (place) => {
        note(place);
        plan.record({ entry, attribute: 'birthYear', value: birth }, place);
      },
    });
    plantPart(plan, second, { template: random.pick(yearPhrases), filling, onPlaced: () => undefined });
    plantPart(plan, second, {
      template: random.pick(wrongAgePhrases),
      filling,
      onPlaced: (place) => {
        note(place);
        plan.record({ entry, attribute: 'age', value: wrongAge }, place);
      },
    });
  }
}

const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy'];
const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const numberWord = (value: number): string => {
  if (value < 20) return ones[value] ?? '';
  const rest = value % 10;
  return `${tens[Math.floor(value / 10)]}${rest === 0 ? '' : `-${ones[rest]}`}`;
};

/** The dead act: as a contradiction, and in memories and dreams, which are none. */
export function planActsAfterDeath(plan: StoryPlan, dead: readonly Person[]): void {
  const bag = new ShuffleBag(plan.random, afterDeathPhrases);
  const traps = new ShuffleBag(plan.random, afterDeathTraps);
  for (const [at, person] of dead.entries()) {
    const chapter = plan.random.int(plan.lastChapterOf(person) + 2, plan.chapterCount - 1);
    const filling = (scene: Scene) => ({ roles: { D: person, B: pickSpeaker(scene, plan.narrator, person) } });
    if (at % 2 === 0) {
      const note = openConflict(plan, 'acts-after-death', person);
      plantPart(plan, chapter, {
        template: bag.next(),
        filling,
        onPlaced: (place) => {
          const death = plan.facts.find(({ entryId, attribute }) => entryId === person.id && attribute === 'lifeState');
          if (death?.place) note(death.place);
          note(place);
        },
      });
    } else {
      const { kind, text } = traps.next();
      plantPart(plan, chapter, {
        template: text,
        filling,
        onPlaced: (place) => void plan.traps.push({ kind, place }),
      });
    }
  }
}
