import { describe, expect, it } from '@jest/globals';
import { type ContinuityRule, continuityRules } from '@inkbear/contracts/bible/finding';
import { readNumber } from '../metrics/comparable-value.ts';
import type { GeneratedBook, Place, PlantedConflict, TruthFact } from './book.ts';
import { weekdays } from './calendar.ts';
import { generateBook } from './generate-book.ts';
import { countForm } from './truth-entries.ts';

const books = [
  generateBook({ seed: 11, words: 20_000, person: 'third' }),
  generateBook({ seed: 12, words: 20_000, person: 'first' }),
  generateBook({ seed: 13, words: 80_000, person: 'third' }),
] as const;

const textAt = ({ chapters }: GeneratedBook, { chapter, from, to }: Place): string =>
  chapters[chapter]?.text.slice(from, to) ?? '';
const factsAt = ({ facts }: GeneratedBook, place: Place): TruthFact[] =>
  facts.filter((fact) => fact.place?.chapter === place.chapter && fact.place.from === place.from);
const daysIn = (text: string): string[] =>
  Array.from(text.matchAll(/[A-Z][a-z]+day/g), ([day]) => day).filter((day) => weekdays.some((known) => known === day));
const dated = /([A-Z][a-z]+day), (\d+ [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d+, \d{4})/g;
const weekdayOf = (date: string): string => weekdays[new Date(`${date} UTC`).getUTCDay()] ?? '';

/** The planted contradictions of a rule in all books, with the texts of their places. */
const conflictsOf = (rule: ContinuityRule) =>
  books.flatMap((book) =>
    book.conflicts
      .filter((conflict) => conflict.rule === rule)
      .map((conflict) => ({ book, conflict, texts: conflict.places.map((place) => textAt(book, place)) })),
  );
const twoFacts = (book: GeneratedBook, { places }: PlantedConflict): TruthFact[] =>
  places.flatMap((place) => factsAt(book, place));

it('plants every rule in every book, except where nobody is left for it', () => {
  for (const { conflicts } of books) {
    const missing = continuityRules.filter((rule) => !conflicts.some((conflict) => conflict.rule === rule));
    expect(missing).toEqual([]);
  }
});

it('has places in reading order', () => {
  for (const { conflicts } of books)
    for (const { places } of conflicts)
      expect(places.toSorted((a, b) => a.chapter - b.chapter || a.from - b.from)).toEqual(places);
});

describe('a planted contradiction', () => {
  it.each<[ContinuityRule, string[]]>([
    ['attribute-conflict', ['eyes', 'occupation', 'birthplace', 'height', 'hair']],
    ['two-owners', ['owner']],
    ['journey-duration', ['travelTime']],
  ])('of %s states two values of one attribute, and no change explains it', (rule, keys) => {
    for (const { book, conflict } of conflictsOf(rule)) {
      const [first, second, ...more] = twoFacts(book, conflict);
      expect(more).toEqual([]);
      expect(keys).toContain(first?.attribute);
      expect([second?.entryId, second?.attribute]).toEqual([first?.entryId, first?.attribute]);
      expect(second?.value).not.toBe(first?.value);
      if (rule === 'journey-duration') expect(second?.value.split(' to ')[1]).toBe(first?.value.split(' to ')[1]);
      const explained = book.progressions.filter(
        ({ entryId, attribute }) => entryId === first?.entryId && attribute === first.attribute,
      );
      expect(explained).toEqual([]);
    }
  });

  it('states an age that does not fit the year of birth', () => {
    for (const { book, conflict, texts } of conflictsOf('age-and-birth')) {
      const [birth, age] = twoFacts(book, conflict);
      expect([birth?.attribute, age?.attribute]).toEqual(['birthYear', 'age']);
      const year = Number(/\b1[89]\d\d\b/.exec(texts[1] ?? '')?.[0]);
      expect(Math.abs(year - Number(birth?.value) - (readNumber(age?.value ?? '') ?? NaN))).toBeGreaterThan(2);
    }
  });

  it('states a wrong weekday, while every other date of the book is correct', () => {
    for (const book of books) {
      const wrong = book.conflicts.filter(({ rule }) => rule === 'weekday-of-date').flatMap(({ places }) => places);
      let right = 0;
      for (const [chapter, { text }] of book.chapters.entries()) {
        for (const { 1: day = '', 2: date = '', index } of text.matchAll(dated)) {
          const isPlanted = wrong.some((place) => place.chapter === chapter && place.from <= index && index < place.to);
          expect([date, day === weekdayOf(date)]).toEqual([date, !isPlanted]);
          if (!isPlanted) right += 1;
        }
      }
      expect(right).toBeGreaterThanOrEqual(book.chapters.length);
    }
  });

  it('skips a day of a sequence', () => {
    for (const { texts } of conflictsOf('day-sequence')) {
      const [first, second] = daysIn(texts.join(' ')).map((day) => weekdays.findIndex((known) => known === day));
      expect(((second ?? NaN) - (first ?? NaN) + 7) % 7).not.toBe(1);
    }
  });

  it('names one person, one day and two towns', () => {
    for (const { book, conflict, texts } of conflictsOf('two-places-at-once')) {
      const [id = ''] = conflict.entryIds;
      const forms = book.entries.find((entry) => entry.id === id)?.forms ?? [];
      const towns = texts.map((text) =>
        book.entries.filter(({ kind, name }) => kind === 'place' && countForm(text, name) > 0).map(({ name }) => name),
      );
      expect(texts.every((text) => forms.some((form) => countForm(text, form) > 0))).toBe(true);
      expect(towns.map((list) => list.length)).toEqual([1, 1]);
      expect(towns[0]).not.toEqual(towns[1]);
      expect(new Set(texts.flatMap((text) => Array.from(text.matchAll(dated), (match) => match[0]))).size).toBe(1);
    }
  });

  it('states the death before the act of the dead', () => {
    for (const { book, conflict, texts } of conflictsOf('acts-after-death')) {
      const [death] = twoFacts(book, conflict);
      expect([death?.attribute, death?.value, death?.entryId]).toEqual(['lifeState', 'dead', conflict.entryIds[0]]);
      expect(texts[1]).toMatch(/\b(?:said|came in|poured)\b/);
    }
  });

  it('repeats a secret that the bible gives to others until later', () => {
    for (const { book, conflict, texts } of conflictsOf('knows-too-early')) {
      const [early, learned] = conflict.places;
      const secret = book.confirmed.find(({ value, until }) => texts[0]?.includes(value) && until);
      expect(secret?.knownBy).not.toContain(conflict.entryIds[0]);
      expect(secret?.until).toEqual({ chapter: learned?.chapter, at: learned?.from });
      expect(early?.chapter).toBeLessThan(learned?.chapter ?? NaN);
    }
  });

  it('has the steps of a thread in the wrong order, or only the first one', () => {
    const stepsOf = ({ book, conflict }: ReturnType<typeof conflictsOf>[number]) =>
      book.confirmed.filter(({ entryId }) => entryId === conflict.entryIds[0]).map(({ value }) => value);
    expect(conflictsOf('thread-closed-early').map(stepsOf)).toEqual(books.map(() => ['closed', 'opened']));
    expect(conflictsOf('thread-never-closed').map(stepsOf)).toEqual(books.map(() => ['opened']));
  });

  it('changes one letter of a name', () => {
    for (const { book, conflict, texts } of conflictsOf('name-variant')) {
      const entry = book.entries.find(({ id }) => id === conflict.entryIds[0]);
      const wrong = entry?.sharedForms.find((form) => texts.every((text) => text.includes(form))) ?? '';
      expect(wrong).toHaveLength((entry?.name.length ?? NaN) - 1);
    }
  });

  it('breaks the tense, or enters the mind of another character', () => {
    for (const { texts } of conflictsOf('tense')) expect(texts[0]).toMatch(/^[^.]* (?:opens|walks) /);
    for (const { texts } of conflictsOf('point-of-view'))
      expect(texts[0]).toMatch(/secrecy of (?:his|her) own mind|I could have told|without knowing why|inwardly/);
  });
});
