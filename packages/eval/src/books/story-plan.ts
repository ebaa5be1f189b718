import type { Random } from '../random.ts';
import type {
  ConfirmedFact,
  Modality,
  Place,
  PlantedConflict,
  PlantedLeftover,
  PlantedTrap,
  Progression,
  TruthFact,
} from './book.ts';
import { type Cast, type Named, nameOf, type Person } from './cast.ts';
import type { Paragraph, Scene } from './scene.ts';

/** Paragraphs that are planted in a certain chapter. */
export interface PlantedPassage {
  readonly chapter: number;
  readonly write: (scene: Scene) => Paragraph[];
}

/** A fact before it is told. */
export interface KnownFact {
  readonly entry: Named;
  readonly attribute: string;
  readonly value: string;
  /** The entry that is the value. */
  readonly other?: Named;
}

interface FactRecord extends KnownFact {
  readonly modality?: Modality;
  readonly isRequired?: boolean;
}

/** The value as it is compared: a name, a word, or a duration and where the journey goes. */
function valueOf(attribute: string, value: string, other: Named | undefined): string {
  if (!other) return value;
  return attribute === 'travelTime' ? `${value} to ${nameOf(other)}` : nameOf(other);
}

/**
 * The plan of a book: passages by chapter, and the facts that they make true. Positions are recorded while the chapters
 * are written.
 */
export class StoryPlan {
  readonly random: Random;
  readonly cast: Cast;
  readonly chapterCount: number;
  /** The character who tells the story; null in the third person. */
  readonly narrator: Person | null;
  readonly plantedPassages: PlantedPassage[] = [];
  readonly facts: TruthFact[] = [];
  readonly progressions: Progression[] = [];
  readonly conflicts: PlantedConflict[] = [];
  readonly leftovers: PlantedLeftover[] = [];
  readonly traps: PlantedTrap[] = [];
  readonly confirmed: ConfirmedFact[] = [];
  readonly threads: { readonly id: string; readonly name: string }[] = [];
  /** Forms of a name that are misspelled on purpose, by entry. */
  readonly misspelled = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #deaths = new Map<Person, number>();

  constructor(options: Pick<StoryPlan, 'random' | 'cast' | 'chapterCount' | 'narrator'>) {
    this.random = options.random;
    this.cast = options.cast;
    this.chapterCount = options.chapterCount;
    this.narrator = options.narrator;
  }

  /** Reserves an attribute of an entry. False when it already has a value. */
  take({ id }: Named, ...attributes: readonly string[]): boolean {
    const keys = attributes.map((attribute) => `${id} ${attribute}`);
    if (keys.some((key) => this.#taken.has(key))) return false;
    for (const key of keys) this.#taken.add(key);
    return true;
  }

  /** A random person who has none of these attributes yet; they are reserved. Null when there is none. */
  takePerson(test: (person: Person) => boolean, ...attributes: readonly string[]): Person | null {
    return (
      this.random
        .shuffle(this.cast.people)
        .find((person) => person !== this.narrator && test(person) && this.take(person, ...attributes)) ?? null
    );
  }

  setDeath(person: Person, chapter: number): void {
    this.#deaths.set(person, chapter);
  }

  diesInStory(person: Person): boolean {
    return this.#deaths.has(person);
  }

  /** Nobody takes part in a chapter in which they die, so that they do not act after it. */
  isAlive(person: Person, chapter: number): boolean {
    return chapter < (this.#deaths.get(person) ?? Infinity);
  }

  /** The last chapter in which something may be said about an entry as it is. */
  lastChapterOf(entry: Named): number {
    return entry.kind === 'character'
      ? Math.min(this.chapterCount, this.#deaths.get(entry) ?? Infinity) - 1
      : this.chapterCount - 1;
  }

  /** Two chapters in order, at least one apart. */
  pickTwoChapters(last = this.chapterCount - 1): [number, number] {
    const first = this.random.int(0, Math.max(0, last - 1));
    return [first, this.random.int(Math.min(first + 1, last), last)];
  }

  record({ entry, attribute, value, other, modality = 'narrated', isRequired = true }: FactRecord, place: Place): void {
    this.facts.push({
      entryId: entry.id,
      attribute,
      value: valueOf(attribute, value, other),
      modality,
      place,
      isRequired,
    });
  }
}
