import { describe, expect, it } from '@jest/globals';
import { attributes } from '@inkbear/contracts/bible/attributes';
import { findContradictions } from '@inkbear/story-analysis/continuity/find-contradictions';
import { analyseStory } from '@inkbear/story-analysis/extract/extract-story';
import { sampleBible } from './sample-bible.ts';
import { sampleTexts } from './sample-texts.ts';

describe('the texts of the sample book', () => {
  it('have one contradiction, which the checks find', () => {
    const story = analyseStory(Object.values(sampleTexts), { language: 'en-GB', attributes });
    const style = { person: null, tense: null, povNames: [] };
    const found = findContradictions({ ...story, attributes, confirmedFacts: [], nonStoryPassages: [], style });
    expect(found.map(({ text }) => text)).toEqual(['Tobias Marsh (eyes): “grey” here, “brown” there.']);
  });

  it('name every entry of the sample story bible', () => {
    const text = Object.values(sampleTexts).join('\n').replaceAll('*', '');
    expect(sampleBible.filter(({ name }) => !text.includes(name)).map(({ name }) => name)).toEqual([]);
  });
});
