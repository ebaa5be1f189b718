import { describe, expect, it } from '@jest/globals';
import { attributes } from '@inkbear/contracts/bible/attributes';
import { countWords } from '@inkbear/prose/word-count';
import { isEntryValue, comparableValue } from '../metrics/comparable-value.ts';
import { type GeneratedBook, type Place, trapKinds } from './book.ts';
import { generateBook } from './generate-book.ts';
import { lifePhrases, looksPhrases } from './phrases/fact-phrases.ts';
import { relationPhrases } from './phrases/relation-phrases.ts';
import { countForm } from './truth-entries.ts';

const books = [
  generateBook({ seed: 1, words: 20_000, person: 'third' }),
  generateBook({ seed: 2, words: 20_000, person: 'first' }),
  generateBook({ seed: 3, words: 60_000, person: 'third' }),
] as const;

const textAt = ({ chapters }: GeneratedBook, { chapter, from, to }: Place): string =>
  chapters[chapter]?.text.slice(from, to) ?? '';
const isSamePlace = (a: Place | null, b: Place): boolean => a?.chapter === b.chapter && a.from === b.from;
/** All forms of an entry, and what a narrator is called. */
const formsOf = ({ entries, style }: GeneratedBook, id: string): string[] => {
  const entry = entries.find((other) => other.id === id);
  const isNarrator = style.person === 'first' && style.povEntryIds.includes(id);
  return [...(entry?.forms ?? []), ...(entry?.sharedForms ?? []), ...(isNarrator ? ['I', 'My', 'my', 'me'] : [])];
};
const names = (book: GeneratedBook, text: string, id: string): boolean =>
  formsOf(book, id).some((form) => countForm(text, form) > 0);

it('gives the same book for the same seed, and another one for another seed', () => {
  expect(generateBook({ seed: 1, words: 20_000, person: 'third' })).toEqual(books[0]);
  expect(generateBook({ seed: 4, words: 20_000, person: 'third' }).chapters[0]?.text).not.toBe(
    books[0].chapters[0]?.text,
  );
});

it.each([20_000, 50_000])('writes a book of %d words in chapters', (words) => {
  const { chapters } = generateBook({ seed: 8, words });
  const count = chapters.reduce((sum, { text }) => sum + countWords(text), 0);
  expect(count).toBeGreaterThan(words);
  expect(count).toBeLessThan(words * 1.1);
  expect(chapters.length).toBeGreaterThan(5);
});

it('fills every placeholder', () => {
  for (const { chapters } of books)
    for (const { text } of chapters) expect(text.replaceAll('{{protagonist}}', '')).not.toMatch(/[{}]|undefined|NaN/);
});

describe.each(books.map((book) => [book.seed, book] as const))('the truth of book %d', (_seed, book) => {
  const { chapters, entries, facts, progressions, conflicts, leftovers, traps, confirmed, plans } = book;
  const text = chapters.map((chapter) => chapter.text).join('\n\n');

  it('has names that stand in the text, each form with one owner', () => {
    const forms = entries.flatMap((entry) => entry.forms);
    expect(forms.filter((form) => countForm(text, form) === 0)).toEqual([]);
    expect(new Set(forms).size).toBe(forms.length);
    expect(entries.filter(({ isOptional }) => !isOptional).length).toBeGreaterThan(20);
  });

  it('has facts of known attributes, with the entry and the value in the passage', () => {
    expect(facts.filter(({ isRequired }) => isRequired).length).toBeGreaterThan(100);
    for (const { entryId, attribute, value, place } of facts) {
      expect(attributes.map(({ key }) => key)).toContain(attribute);
      if (!place) continue;
      const passage = textAt(book, place);
      expect([passage, names(book, passage, entryId)]).toEqual([passage, true]);
      const other = entries.find(({ name }) => name === value);
      const isStated = other
        ? names(book, passage, other.id)
        : value === 'dead' || value.split(' to ').every((part) => passage.toLowerCase().includes(part.toLowerCase()));
      expect([passage, value, isStated]).toEqual([passage, value, true]);
    }
  });

  it('gives an attribute a second value only in a progression or a contradiction', () => {
    const values = new Map<string, Set<string>>();
    const one = new Set(attributes.filter((attribute) => attribute.values === 'one').map(({ key }) => key));
    for (const { entryId, attribute, value, isRequired } of facts) {
      if (!isRequired || !one.has(attribute)) continue;
      const key = `${entryId} ${attribute}`;
      const normal = isEntryValue(attribute) ? value : comparableValue(attribute, value);
      values.set(key, (values.get(key) ?? new Set()).add(normal));
    }
    const several = [...values].filter(([, all]) => all.size > 1).map(([key]) => key);
    const changed = progressions.map(({ entryId, attribute }) => `${entryId} ${attribute}`);
    const contradicted = conflicts.flatMap(({ places }) =>
      facts
        .filter(({ place }) => places.some((other) => isSamePlace(place, other)))
        .map(({ entryId, attribute }) => `${entryId} ${attribute}`),
    );
    expect(several.filter((key) => !changed.includes(key) && !contradicted.includes(key))).toEqual([]);
  });

  it('states each change before, at and after the sentence that explains it', () => {
    expect(progressions.length).toBeGreaterThan(1);
    for (const { entryId, attribute, before, after, place } of progressions) {
      const stated = facts.filter((fact) => fact.entryId === entryId && fact.attribute === attribute);
      const chaptersOf = (value: string) =>
        stated.flatMap((fact) => (fact.value === value && fact.place ? [fact.place.chapter] : []));
      expect(Math.max(...chaptersOf(before))).toBeLessThan(place.chapter);
      expect(Math.min(...chaptersOf(after))).toBe(place.chapter);
    }
  });

  it('lists traps that state no fact, except lies, which are spoken', () => {
    for (const { kind, place } of traps) {
      const passage = textAt(book, place);
      expect(passage).toMatch(trapMarks[kind] ?? /./);
      const stated = facts.filter((fact) => isSamePlace(fact.place, place));
      expect(stated.length).toBe(kind === 'lie' ? 1 : 0);
      expect(stated.every(({ modality, isRequired }) => modality === 'spoken' && !isRequired)).toBe(true);
    }
    expect(new Set(traps.map(({ kind }) => kind)).size).toBeGreaterThan(8);
  });

  it('has leftovers in paragraphs of their own', () => {
    expect(leftovers.length).toBeGreaterThanOrEqual(36);
    for (const { place } of leftovers)
      expect(chapters[place.chapter]?.text.split('\n\n')).toContain(textAt(book, place));
  });

  it('has plans that need a fact of the book, without its value', () => {
    expect(plans).toHaveLength(20);
    for (const { needs, keyPoints, description, title } of plans) {
      expect(facts).toContainEqual(needs);
      const words = [...keyPoints, description, title].join(' ').toLowerCase();
      if (needs.attribute !== 'travelTime') expect(words).not.toContain(needs.value.toLowerCase());
    }
  });

  it('has secrets and threads in the bible, in the order of the text', () => {
    for (const { since, until } of confirmed)
      if (until) expect([since.chapter, since.at] <= [until.chapter, until.at]).toBe(true);
    expect(confirmed.filter(({ attribute }) => attribute === 'progress').length).toBe(5);
  });
});

it.each(['eyes', 'hair', 'age', 'occupation', 'scar', 'height', 'mother', 'father', 'sibling', 'spouse', 'owner'])(
  'words %s in eight ways or more',
  (attribute) => {
    const phrases = [...looksPhrases, ...lifePhrases, ...relationPhrases].find((item) => item.attribute === attribute);
    expect(new Set([...(phrases?.narrated ?? []), ...(phrases?.spoken ?? [])]).size).toBeGreaterThanOrEqual(8);
    expect(phrases?.narrated.length).toBeGreaterThanOrEqual(8);
  },
);

const trapMarks: Readonly<Partial<Record<(typeof trapKinds)[number], RegExp>>> = {
  simile: /\b(?:like|as if|as tall as|as grey as)\b/,
  lie: /["“‘]/,
  negation: /\b(?:not|never|no|Nobody|No)\b/,
  question: /\?|could say/,
  conditional: /\b(?:If|Had|would|might)\b/,
  flashback: /\b(?:before|In those days|remembered|Back then)\b/,
  dream: /dream|sleep/,
  pluperfect: /\bhad\b/,
};

it('plants every kind of trap', () => {
  const kinds = new Set(books[2].traps.map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual([...trapKinds].sort());
});
