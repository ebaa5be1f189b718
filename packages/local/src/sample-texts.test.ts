import { describe, expect, it } from '@jest/globals';
import { attributes } from '@inkbear/contracts/bible/attributes';
import { saveChapter } from '@inkbear/contracts/books/chapter';
import { findContradictions } from '@inkbear/story-analysis/continuity/find-contradictions';
import { analyseStory } from '@inkbear/story-analysis/extract/extract-story';
import { sampleBible } from './sample-bible.ts';
import { sampleBeats, sampleBook } from './sample-book.ts';
import { sampleTexts } from './sample-texts.ts';

it('has beats for each chapter of the sample book', () => {
  for (const { number } of sampleBook.chapters)
    expect(saveChapter.body.parse({ beats: sampleBeats[number] }).beats?.length).toBeGreaterThan(2);
});

describe('the texts of the sample book', () => {
  it('have one contradiction, which the checks find', () => {
    const story = analyseStory(Object.values(sampleTexts), { language: 'en-GB', attributes });
    const style = { person: null, tense: null, povNames: [] };
    const found = findContradictions({
      ...story,
      times: [],
      attributes,
      confirmedFacts: [],
      nonStoryPassages: [],
      style,
    });
    expect(found.map(({ text }) => text)).toEqual(['Tobias Marsh (eyes): “grey” here, “brown” there.']);
  });

  it('name every entry of the sample story bible', () => {
    const text = Object.values(sampleTexts).join('\n').replaceAll('*', '');
    expect(sampleBible.filter(({ name }) => !text.includes(name)).map(({ name }) => name)).toEqual([]);
  });
});
