import type { FactPassage, FoundFact } from '../extract/extract-facts.ts';
import type { TaggedSentence } from '../extract/tagged-words.ts';
import { numberOf } from '../extract/value-numbers.ts';
import { dateOf } from '../extract/value-times.ts';
import { lowerAt } from '../extract/word-list.ts';
import { type CheckedStory, type Contradiction, isFlashback, type Rule, storyDateOf } from './checked-story.ts';
import { datesIn } from './dates.ts';
import { indexAt, isNarrated, isOtherTime } from './sentences.ts';

/** The years in which somebody was born according to one passage. */
interface BirthClaim {
  readonly from: number;
  readonly to: number;
  readonly place: FactPassage;
  readonly text: string;
}

/** Stories round ages and years. */
const tolerance = 1;
const oldestAge = 130;

/** An age that does not fit the year of birth, or another age and the years between. */
export const ageRule: Rule = (story) => {
  const years = new StoryYears(story);
  const claims = story.facts.flatMap((fact) => {
    const claim = fact.modality === 'narrated' ? claimOf(fact, years) : null;
    return claim ? [{ name: fact.name, claim }] : [];
  });
  return [...Map.groupBy(claims, ({ name }) => name)].flatMap(([name, [first, ...others]]): Contradiction[] => {
    const other = first && others.find(({ claim }) => !areCompatible(first.claim, claim));
    if (!first || !other) return [];
    return [
      {
        rule: 'age-and-birth',
        severity: 'error',
        text: `${name}: ${first.claim.text} here does not fit ${other.claim.text} there.`,
        names: [name],
        places: [first.claim.place, other.claim.place],
      },
    ];
  });
};

const areCompatible = (one: BirthClaim, other: BirthClaim): boolean =>
  one.from <= other.to + tolerance && other.from <= one.to + tolerance;

function claimOf({ attribute, value, place }: FoundFact, years: StoryYears): BirthClaim | null {
  if (attribute === 'birthYear') return birthIn(numberOf(value), place);
  if (attribute === 'birthDate') return birthIn(dateOf(value)?.year ?? null, place);
  if (attribute !== 'age') return null;
  const [age, year] = [numberOf(value), years.at(place)];
  if (age === null || age > oldestAge || year === null) return null;
  return { from: year - age - 1, to: year - age, place, text: `the age of ${age} in ${year}` };
}

const birthIn = (year: number | null, place: FactPassage): BirthClaim | null =>
  year === null ? null : { from: year, to: year, place, text: `the birth in ${year}` };

/** In which year the passages of a story happen. */
class StoryYears {
  readonly #story: CheckedStory;
  /** For each chapter that was asked for, the year of each of its sentences. */
  readonly #years = new Map<number, readonly (number | null)[]>();

  constructor(story: CheckedStory) {
    this.#story = story;
  }

  /**
   * The year in which a passage happens: the one that its sentence names, else the last one that the chapter has named
   * before, else that of the chapter's own date. Null when there is none, in memories and in flashbacks.
   */
  at({ chapter, from }: FactPassage): number | null {
    if (isFlashback(this.#story, chapter)) return null;
    const sentences = this.#story.chapters[chapter] ?? [];
    const years = this.#years.get(chapter) ?? yearsOf(sentences, storyDateOf(this.#story, chapter)?.year ?? null);
    this.#years.set(chapter, years);
    return years[indexAt(sentences, from)] ?? null;
  }
}

function yearsOf(sentences: readonly TaggedSentence[], storyYear: number | null): (number | null)[] {
  let lastYear = storyYear;
  return sentences.map((sentence) => {
    if (isOtherTime(sentence)) return null;
    lastYear = yearIn(sentence, false) ?? lastYear;
    return yearIn(sentence, true) ?? lastYear;
  });
}

/** The year of a full date, of “the year was 1911”, and in the passage itself of “in 1911”. */
function yearIn({ words }: TaggedSentence, isPassage: boolean): number | null {
  const dated = datesIn(words).find(
    ({ from, date }) => date.year !== null && date.day !== null && words[from]?.isSpoken === false,
  );
  if (dated) return dated.date.year;
  const at = words.findIndex((word) => isNarrated(word) && /^1\d{3}$|^20\d{2}$/.test(word.lower));
  if (at < 0) return null;
  const isPresent = words.slice(0, at).some(({ lower }) => /^(?:year|calendar|newspaper)$/.test(lower));
  return isPresent || (isPassage && lowerAt(words, at - 1) === 'in') ? Number(lowerAt(words, at)) : null;
}
