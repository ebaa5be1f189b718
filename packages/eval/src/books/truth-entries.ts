import type { TruthEntry, TruthFact } from './book.ts';
import { formsOf, type Named, nameOf } from './cast.ts';
import { allNamed } from './next-chapter.ts';
import type { StoryPlan } from './story-plan.ts';

/** Names that occur less often may be missed. */
const requiredMentions = 3;

const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** How often a form stands in a text as whole words. */
export function countForm(text: string, form: string): number {
  let count = 0;
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
    if (!isLetter(text.charAt(at - 1)) && !isLetter(text.charAt(at + form.length))) count += 1;
  return count;
}

/** All that has a name in the text, with the forms of its name that really occur. */
export function truthEntriesOf(plan: StoryPlan, text: string): TruthEntry[] {
  const named = allNamed(plan.cast);
  const owners = new Map<string, number>();
  for (const entry of named) for (const form of formsOf(entry)) owners.set(form, (owners.get(form) ?? 0) + 1);
  const entryOf = (entry: Named): TruthEntry => {
    const forms = formsOf(entry).filter((form) => countForm(text, form) > 0);
    const own = forms.filter((form) => owners.get(form) === 1);
    const wrong = plan.misspelled.get(entry.id);
    return {
      id: entry.id,
      kind: entry.kind,
      name: nameOf(entry),
      forms: own,
      sharedForms: [...forms.filter((form) => owners.get(form) !== 1), ...(wrong ? [wrong] : [])],
      isOptional: own.reduce((sum, form) => sum + countForm(text, form), 0) < requiredMentions,
    };
  };
  const passing = plan.cast.passing
    .filter((name) => countForm(text, name) > 0)
    .map((name): TruthEntry => ({
      id: `passing-${name}`,
      kind: 'character',
      name,
      forms: [name],
      sharedForms: [],
      isOptional: true,
    }));
  const threads = plan.threads.map(({ id, name }): TruthEntry => ({
    id,
    kind: 'thread',
    name,
    forms: [],
    sharedForms: [],
    isOptional: true,
  }));
  return [...named.map(entryOf), ...passing, ...threads].filter(
    ({ kind, forms }) => kind === 'thread' || forms.length > 0,
  );
}

const inverses: Readonly<Record<string, string>> = {
  sibling: 'sibling',
  spouse: 'spouse',
  mother: 'child',
  father: 'child',
};

/** Facts that follow from others: a brother's brother, a mother's child. They may be found or missed. */
export function impliedFacts(plan: StoryPlan): TruthFact[] {
  const byName = new Map(plan.cast.people.map((person) => [nameOf(person), person]));
  const namesById = new Map(plan.cast.people.map((person) => [person.id, nameOf(person)]));
  const fromTies = plan.facts.flatMap(({ entryId, attribute, value, modality }) => {
    const inverse = inverses[attribute];
    const other = byName.get(value);
    const name = namesById.get(entryId);
    if (!inverse || !other || !name) return [];
    return [{ entryId: other.id, attribute: inverse, value: name, modality, place: null, isRequired: false }];
  });
  const fromTitles = plan.cast.people.flatMap(({ id, title }) =>
    (titleFacts[title ?? ''] ?? []).map(([attribute, value]) => ({
      entryId: id,
      attribute,
      value,
      modality: 'narrated' as const,
      place: null,
      isRequired: false,
    })),
  );
  return [...fromTies, ...fromTitles, ...journeysBack(plan)];
}

/** A journey takes as long in the other direction. */
function journeysBack(plan: StoryPlan): TruthFact[] {
  const byName = new Map(plan.cast.towns.map((town) => [town.name, town]));
  const namesById = new Map(plan.cast.towns.map(({ id, name }) => [id, name]));
  return plan.facts.flatMap((fact) => {
    const [duration, to = ''] = fact.value.split(' to ');
    const other = byName.get(to);
    const from = namesById.get(fact.entryId);
    if (fact.attribute !== 'travelTime' || !other || !from) return [];
    return [{ ...fact, entryId: other.id, value: `${duration} to ${from}`, place: null, isRequired: false }];
  });
}

/** What a title says about somebody. */
const titleFacts: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  Dr: [['occupation', 'doctor']],
  Professor: [['occupation', 'professor']],
  Captain: [
    ['rank', 'captain'],
    ['occupation', 'captain'],
  ],
  Sergeant: [
    ['rank', 'sergeant'],
    ['occupation', 'sergeant'],
  ],
  Father: [['occupation', 'priest']],
  Sister: [['occupation', 'nun']],
};
