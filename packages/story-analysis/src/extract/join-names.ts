import { zeroWeights, type KindWeights, kindOfWords, strongestKind } from './name-evidence.ts';
import { particles, titles } from './name-words.ts';

/** A surface form: one way in which a name is written, with the evidence of its occurrences. */
export interface Surface {
  readonly text: string;
  /** In lower case, without marks. */
  readonly words: readonly string[];
  mentions: number;
  /** Occurrences inside a sentence, where a capital means something. */
  inside: number;
  afterArticle: number;
  readonly weights: KindWeights;
}

/** The surface forms of one name. */
export interface JoinedName {
  readonly surfaces: Surface[];
}

const isInitial = (word: string): boolean => word.length === 1;

interface Parts {
  readonly title: string | null;
  readonly first: string;
  readonly last: string | null;
}

/** A person's name in its parts; null for names of places, groups and things. */
function partsOf(surface: Surface): Parts | null {
  const { words } = surface;
  if (!mayBePerson(surface) || words.includes('of') || words.includes('the')) return null;
  let start = 0;
  while (start < words.length - 1 && titles.has(words[start] ?? '')) start += 1;
  const [first = '', ...others] = words.slice(start);
  return {
    title: start > 0 ? words.slice(0, start).join(' ') : null,
    first,
    last: others.length > 0 ? surnameOf([first, ...others]) : null,
  };
}

function mayBePerson({ words, weights }: Surface): boolean {
  const own = kindOfWords(words);
  if (own !== null) return own === 'character';
  return words.length === 1 || ['unknown', 'character'].includes(strongestKind(weights));
}

/** The surname with its particles, as in “de Lacy”. */
function surnameOf(rest: readonly string[]): string {
  let from = rest.length - 1;
  while (from > 1 && particles.has(rest[from - 1] ?? '')) from -= 1;
  return rest.slice(from).join(' ');
}

/**
 * Joins the ways in which one person is named: by full name, by title, by a first name that only one full name has, by a
 * surname that only one person has. Names of other kinds are joined when they are equal.
 */
export function joinNames(surfaces: readonly Surface[]): JoinedName[] {
  const people = new People();
  const others: JoinedName[] = [];
  const rest: { readonly surface: Surface; readonly parts: Parts }[] = [];
  for (const surface of surfaces) {
    const parts = partsOf(surface);
    if (!parts) others.push({ surfaces: [surface] });
    else if (parts.last !== null) people.addFull(surface, parts);
    else rest.push({ surface, parts });
  }
  for (const { surface, parts } of rest) if (parts.title !== null) people.addTitled(surface, parts);
  const single = rest.filter(({ parts }) => parts.title === null);
  const fullForms = Map.groupBy(others.filter(hasShortForm), ({ surfaces: [full] }) => full?.words[0] ?? '');
  for (const { surface } of single)
    if (!people.addSingle(surface) && !joinShortForm(fullForms, surface)) others.push({ surfaces: [surface] });
  return [...people.all(), ...others];
}

const hasShortForm = ({ surfaces: [full] }: JoinedName): boolean => full?.words[1] === 'of';

/** “the Order” is the only “Order of …” of the story. */
function joinShortForm(fullForms: ReadonlyMap<string, readonly JoinedName[]>, surface: Surface): boolean {
  const forms = fullForms.get(surface.words[0] ?? '') ?? [];
  const [only] = forms;
  if (!only || surface.afterArticle * 2 < surface.mentions) return false;
  if (forms.length === 1) only.surfaces.push(surface);
  return true;
}

class Person implements JoinedName {
  readonly surfaces: Surface[] = [];
  readonly titles = new Set<string>();
  readonly first: string | null;
  readonly last: string | null;

  constructor(first: string | null, last: string | null) {
    this.first = first;
    this.last = last;
  }

  /** Whether a title may be this person's: nothing says another gender. */
  accepts(title: string): boolean {
    const gender = genderOfTitle(title);
    return gender === null || [...this.titles].every((own) => (genderOfTitle(own) ?? gender) === gender);
  }
}

const genderOfTitle = (title: string): 'female' | 'male' | null => titles.get(title.split(' ').at(-1) ?? '') ?? null;

/** A name that more than this many people share is never resolved from a title or an initial. */
const maxNamesakes = 50;

class People {
  readonly #people: Person[] = [];
  readonly #full = new Map<string, Person>();
  /** By first name and by surname. */
  readonly #byName = new Map<string, Set<Person>>();

  all(): readonly JoinedName[] {
    return this.#people.filter(({ surfaces }) => surfaces.length > 0);
  }

  #create(first: string | null, last: string | null): Person {
    const person = new Person(first, last);
    this.#people.push(person);
    for (const name of [first, last]) {
      if (name === null) continue;
      const known = this.#byName.get(name) ?? new Set();
      this.#byName.set(name, known.add(person));
    }
    return person;
  }

  #named(name: string): readonly Person[] {
    return [...(this.#byName.get(name) ?? [])];
  }

  #namesakes(name: string): readonly Person[] {
    return (this.#byName.get(name)?.size ?? 0) > maxNamesakes ? [] : this.#named(name);
  }

  addFull(surface: Surface, { title, first, last }: Parts): void {
    const key = `${first}\n${last ?? ''}`;
    const person = this.#full.get(key) ?? this.#withInitial(first, last ?? '') ?? this.#create(first, last);
    this.#full.set(key, person);
    person.surfaces.push(surface);
    if (title !== null) person.titles.add(title);
  }

  /** “M. Venn” is Mara Venn. */
  #withInitial(first: string, last: string): Person | undefined {
    return isInitial(first) ? this.#namesakes(last).find((person) => person.first?.startsWith(first)) : undefined;
  }

  /** A title with one name: a person with this title and name, else the only one of that name whom the title suits. */
  addTitled(surface: Surface, { title, first }: Parts): void {
    const known = this.#namesakes(first);
    const withTitle = known.filter(({ titles: own }) => title !== null && own.has(title));
    const suited = withTitle.length > 0 ? withTitle : known.filter((person) => person.accepts(title ?? ''));
    const [only] = suited;
    const person = only && suited.length === 1 ? only : this.#create(null, first);
    person.surfaces.push(surface);
    if (title !== null) person.titles.add(title);
  }

  /** One name alone. Returns false when nobody has it; a name that several share belongs to none of them. */
  addSingle(surface: Surface): boolean {
    const known = this.#named(surface.words[0] ?? '');
    const byFirst = known.filter(({ first }) => first === surface.words[0]);
    const [only] = byFirst.length > 0 ? byFirst : known;
    if (!only) return false;
    if ((byFirst.length > 0 ? byFirst : known).length === 1) only.surfaces.push(surface);
    return true;
  }
}

/** The weights of all surfaces together. */
export function sumWeights({ surfaces }: JoinedName): KindWeights {
  const sum = zeroWeights();
  for (const { weights } of surfaces)
    for (const kind of Object.keys(sum) as (keyof KindWeights)[]) sum[kind] += weights[kind];
  return sum;
}
