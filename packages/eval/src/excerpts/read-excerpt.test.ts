import { describe, expect, it } from '@jest/globals';
import { attributes } from '@inkbear/contracts/bible/attributes';
import { countWords } from '@inkbear/prose/word-count';
import { countForm } from '../books/truth-entries.ts';
import { excerptNames, readExcerpt } from './read-excerpt.ts';

describe.each(excerptNames)('the excerpt %s', (name) => {
  const { chapters, entries, facts } = readExcerpt(name);
  const { text } = chapters[0];

  it('has the words of a chapter', () => {
    expect(countWords(text)).toBeGreaterThan(1900);
  });

  it('contains every form of every name as a whole word', () => {
    const missing = entries
      .flatMap(({ forms, sharedForms }) => [...forms, ...sharedForms])
      .filter((form) => countForm(text, form) === 0);
    expect(missing).toEqual([]);
  });

  it('has a name for every word that is capitalised in the middle of a sentence', () => {
    const known = new Set(
      entries
        .flatMap((entry) => [...entry.forms, ...entry.sharedForms])
        .flatMap((form) => form.split(' '))
        .map(withoutEnd),
    );
    const unknown = Array.from(text.matchAll(/(?<=[\p{Ll},] )\p{Lu}[\p{L}’]+/gu), ([word]) => withoutEnd(word)).filter(
      (word) => !known.has(word) && !notNames.has(word),
    );
    expect(unknown).toEqual([]);
  });

  it('locates every fact by a quote, with an attribute that an entry of that kind has', () => {
    const kinds = new Map(entries.map((entry) => [entry.id, entry.kind]));
    for (const { entryId, attribute, place } of facts) {
      const kind = kinds.get(entryId);
      expect(attributes.find(({ key }) => key === attribute)?.kinds).toContain(kind);
      expect(text.slice(place?.from, place?.to)).not.toBe('');
    }
  });
});

const withoutEnd = (word: string): string => word.replace(/’s?$/, '');
/** Words that are capitalised and name nothing of the story. */
const notNames = new Set(
  'I I’d I’ll I’m I’ve November October August Thursday Tuesday Monday Sunday Sundays March Mr Mrs Miss Dr Roman Catholic Captain Nan Mummy God Alder'.split(
    ' ',
  ),
);
