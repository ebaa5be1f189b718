import type { EntryKind } from '@inkbear/contracts/bible/attributes';
import type { Random } from '../random.ts';
import {
  eventNames,
  groupNames,
  menNames,
  menTitles,
  menWordNames,
  objectNames,
  passingNames,
  siteNames,
  surnames,
  townNames,
  womenNames,
  womenTitles,
  womenWordNames,
} from './phrases/names.ts';

export type Gender = 'woman' | 'man';

/** A name of the story that is not a person's. */
export interface Thing {
  readonly id: string;
  readonly kind: Exclude<EntryKind, 'character'>;
  readonly name: string;
}

export interface Person {
  readonly id: string;
  readonly kind: 'character';
  readonly gender: Gender;
  readonly first: string;
  readonly last: string;
  readonly title: string | null;
  /** What the story calls this person most of the time. */
  readonly short: string;
  /** Another person has the same first name. */
  readonly sharesFirst: boolean;
  readonly sharesLast: boolean;
}
export type Named = Person | Thing;

/** The first people of a cast are the main characters of a book in the third person. */
export const mainCharacters = 4;

export interface Cast {
  readonly people: readonly Person[];
  readonly towns: readonly Thing[];
  readonly sites: readonly Thing[];
  readonly groups: readonly Thing[];
  readonly objects: readonly Thing[];
  readonly events: readonly Thing[];
  /** Surnames of people who appear once. */
  readonly passing: readonly string[];
}

export const fullName = ({ first, last }: Person): string => `${first} ${last}`;
export const nameOf = (named: Named): string => (named.kind === 'character' ? fullName(named) : named.name);
/** All forms by which the text may call somebody. */
export const formsOf = (named: Named): string[] =>
  named.kind === 'character'
    ? [fullName(named), named.first, named.last, ...(named.title ? [`${named.title} ${named.last}`] : [])]
    : [named.name];

type Draft = Omit<Person, 'id' | 'kind' | 'short' | 'sharesFirst' | 'sharesLast'>;

/** Names that are used once. */
interface NameStock {
  readonly plain: string[];
  readonly words: string[];
  readonly titles: readonly string[];
}

/**
 * Invents people. Among each ten there are two with names that are words, two brothers or sisters with the same
 * surname, and two from different families with the same first name.
 */
function inventPeople(random: Random, count: number): Person[] {
  const stocks: Readonly<Record<Gender, NameStock>> = {
    woman: { plain: random.shuffle(womenNames), words: random.shuffle(womenWordNames), titles: womenTitles },
    man: { plain: random.shuffle(menNames), words: random.shuffle(menWordNames), titles: menTitles },
  };
  const families = random.shuffle(surnames);
  const drafts: Draft[] = [];
  for (let at = 0; at < count; at += 1) {
    const gender: Gender = at % 2 === 0 ? 'woman' : 'man';
    const { titles } = stocks[gender];
    const first = firstNameAt(at, drafts, stocks[gender]);
    const last = (at % 10 === 5 ? drafts[at - 1]?.last : undefined) ?? families.pop();
    if (first === undefined || last === undefined) throw new Error('There are not enough names.');
    drafts.push({ gender, first, last, title: at % 3 === 1 ? random.pick(titles) : null });
  }
  return drafts.map((draft, at) => toPerson(draft, at, drafts));
}

function firstNameAt(at: number, drafts: readonly Draft[], { plain, words }: NameStock): string | undefined {
  if (at % 10 === 8) return drafts[at - 4]?.first;
  const isWord = at % 10 === 2 || at % 10 === 3;
  return (isWord ? words.pop() : undefined) ?? plain.pop();
}

function toPerson(draft: Draft, at: number, drafts: readonly Draft[]): Person {
  const others = drafts.filter((other) => other !== draft);
  const sharesFirst = others.some(({ first }) => first === draft.first);
  const sharesLast = others.some(({ last }) => last === draft.last);
  // Some people are called by their surnames, as soldiers and detectives are.
  const isCalledBySurname = !sharesLast && at % 10 === 7;
  const short = isCalledBySurname ? draft.last : sharesFirst ? fullNameOf(draft) : draft.first;
  return { id: `person-${at}`, kind: 'character', ...draft, short, sharesFirst, sharesLast };
}

const fullNameOf = ({ first, last }: Draft): string => `${first} ${last}`;

/** The people, places, groups, things and events of a book with this number of words. */
export function createCast(random: Random, words: number): Cast {
  const things = (kind: Thing['kind'], names: readonly string[], count: number, prefix: string): Thing[] =>
    random
      .shuffle(names)
      .slice(0, count)
      .map((name, at) => ({ id: `${prefix}-${at}`, kind, name }));
  const scaled = (least: number, perThousand: number, most: number) =>
    Math.min(most, Math.round(least + (words / 1000) * perThousand));
  return {
    people: inventPeople(random, scaled(10, 0.2, 48)),
    towns: things('place', townNames, scaled(4, 0.1, 22), 'town'),
    sites: things('place', siteNames, scaled(3, 0.05, 10), 'site'),
    groups: things('group', groupNames, scaled(2, 0.03, 8), 'group'),
    objects: things('object', objectNames, scaled(3, 0.03, 8), 'object'),
    events: things('event', eventNames, scaled(1, 0.02, 4), 'event'),
    passing: random.shuffle(passingNames).slice(0, scaled(4, 0.05, 12)),
  };
}
