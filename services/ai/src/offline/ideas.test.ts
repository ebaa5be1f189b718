import { describe, expect, it } from '@jest/globals';
import { quizOptions } from '@inkbear/contracts/craft/genre-quiz';
import { recommendGenre, suggestTitles } from './ideas.ts';

interface Titles {
  titles: { title: string; subtitle?: string }[];
}
const titles = (topic: string, genre: string, variant = 0) =>
  (suggestTitles({ kind: 'titles', topic, genre }, variant) as Titles).titles.map(({ title }) => title);
interface Answer {
  recommendedGenre: string;
  confidence: number;
  explanation: string;
  alternativeGenres: string[];
}
const ask = (...interests: string[]) =>
  recommendGenre({ kind: 'quiz', interests, expertise: [], writingGoals: [], timeCommitment: 'regular' }) as Answer;

describe('suggestTitles', () => {
  it('uses the first clause of the topic, with its article', () => {
    expect(titles('a lighthouse keeper on Skye, who finds a letter', 'mystery').slice(0, 3)).toEqual([
      'The Lighthouse Keeper on Skye',
      'The Year of the Lighthouse Keeper on Skye',
      'The Lighthouse Keeper on Skye at Dusk',
    ]);
    expect(titles('bees', 'science')).toContain('A Short History of Bees');
  });

  it('returns other titles for a variant', () => {
    const [first, second] = [titles('bees', 'general'), titles('bees', 'general', 1)];
    expect([first.length, first.filter((title) => second.includes(title))]).toEqual([6, []]);
  });

  it('falls back to the whole topic when it consists of small words', () =>
    expect(titles('of the', 'romance')[0]).toBe('Of the'));
});

describe('recommendGenre', () => {
  it('recommends the genre that most answers suggest, and quotes them', () => {
    expect(ask('Myths and magic', 'History', 'Space and the future')).toMatchObject({
      recommendedGenre: 'fantasy',
      alternativeGenres: expect.arrayContaining(['history', 'science-fiction']),
    });
    expect(ask('History').explanation).toContain('You chose “History”, which suggests this genre.');
  });

  it('does not match genres inside other words', () =>
    expect(ask('Starting a restaurant')).toMatchObject({ confidence: 0.4, alternativeGenres: [] }));

  it('matches every option of the quiz', () => {
    const unmatched = [...quizOptions.interests, ...quizOptions.expertise].filter(
      (answer) => ask(answer).confidence === 0.4,
    );
    expect(unmatched).toEqual([]);
  });
});
