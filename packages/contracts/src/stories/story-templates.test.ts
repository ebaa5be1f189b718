import { describe, expect, it } from '@jest/globals';
import { missingAnswers, missingAnswersText, newStoryTitle, storyTemplates, targetWordsOf } from './story-templates.ts';
import { storyTypes } from './story-types.ts';

describe('the story templates', () => {
  it('are the four of the specification with its prompts; a star marks a required one', () => {
    expect(
      storyTemplates.map(({ id, category, prompts }) => [
        id,
        category,
        ...prompts.map(({ label, required, type }) => `${label}${required ? '*' : ''} ${type}`),
      ]),
    ).toEqual([
      [
        'achievement-celebration',
        'Milestones',
        "Person's Name* text",
        'Achievement* text',
        'Journey Details* textarea',
        'Personal Qualities text',
        'Story Length* select',
      ],
      [
        'professional-journey',
        'Career',
        "Person's Name* text",
        'Current Position* text',
        'Career Path* textarea',
        'Key Skills/Strengths text',
        'Future Goals textarea',
      ],
      [
        'life-milestone',
        'Milestones',
        "Person's Name* text",
        'Milestone* text',
        'Life Story* textarea',
        'Special Memories textarea',
        'Celebration Theme* select',
      ],
      [
        'family-legacy',
        'Family',
        'Family Name* text',
        'Main Characters* text',
        'Family History* textarea',
        'Special Traditions textarea',
        'Legacy Message textarea',
      ],
    ]);
    expect(storyTemplates.map(({ id }) => id)).toEqual([...storyTypes]);
    expect(storyTemplates.flatMap(({ prompts }) => prompts.flatMap(({ options }) => options ?? []))).toEqual([
      'Short (2-3 pages)',
      'Extended (5-7 pages)',
      'Romantic',
      'Humorous',
      'Inspirational',
      'Nostalgic',
    ]);
  });

  it.each(storyTemplates.map((template) => [template.id, template] as const))(
    '%s has a sample answer for every prompt, with existing options only',
    (id, { prompts, sample }) => {
      expect(Object.keys(sample)).toEqual(prompts.map(({ label }) => label));
      expect(missingAnswers(id, sample)).toEqual([]);
      for (const { label, type, options } of prompts)
        expect([label, type === 'select', options?.includes(sample[label] ?? '') ?? false]).toEqual([
          label,
          options !== undefined,
          options !== undefined,
        ]);
      expect(
        Object.values(sample).filter((text) => text !== text?.trim() || /\s{2}|["']|\.\.\./.test(text ?? '')),
      ).toEqual([]);
    },
  );

  it('list the missing answers in the order of the form; blanks count as missing', () => {
    expect(missingAnswersText(missingAnswers('life-milestone', { Milestone: 'x', 'Life Story': ' \n' }))).toBe(
      "Please fill in: Person's Name, Life Story, Celebration Theme",
    );
  });

  it('derive title and target length of a new story from its answers', () => {
    expect([
      newStoryTitle('family-legacy', { 'Family Name': 'Vell' }),
      newStoryTitle('life-milestone', { "Person's Name": ' Ruth ' }),
    ]).toEqual(['Family Legacy', 'Life Milestone - Ruth']);
    expect([
      targetWordsOf({}),
      targetWordsOf({ 'Story Length': 'Short (2-3 pages)' }),
      targetWordsOf({ 'Story Length': 'Extended (5-7 pages)' }),
    ]).toEqual([1500, 1500, 2500]);
  });
});
