import { expect, it } from '@jest/globals';
import { checkStory } from './check-story.ts';

/** Paragraphs of 100 words; the first ones have a phrase that AI overuses. */
const writeText = (paragraphs: number, withPhrase: number): string =>
  Array.from({ length: paragraphs }, (_item, index) =>
    index < withPhrase ? `It was a testament to ${'snow '.repeat(95)}`.trim() : 'snow '.repeat(100).trim(),
  ).join('\n\n');

it.each([
  ['of an author who does not write them are reported', writeText(25, 0), ['tells']],
  ['of an author who often writes them are not reported', writeText(25, 5), []],
  ['are reported when too little was typed to know the author', writeText(5, 1), ['tells']],
])('AI phrases in the book %s', (_name, typed, rules) => {
  const generated = writeText(10, 4);
  const results = checkStory({
    texts: [typed, generated],
    origins: [[], [{ from: 0, to: generated.length, kind: 'ai' }]],
    times: [],
    language: 'en',
    groups: ['tell'],
    confirmedFacts: [],
    style: { person: null, tense: null, povNames: [] },
  });
  expect(results.map(({ rule }) => rule)).toEqual(rules);
});
