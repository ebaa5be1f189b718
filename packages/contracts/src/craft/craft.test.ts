import { describe, expect, it } from '@jest/globals';
import { chapterChecklist } from './chapter-checklist.ts';
import { chapterTemplates, templateGenres } from './chapter-templates.ts';
import { characterNames, nameGenres, nameTypes } from './character-names.ts';
import { genres } from '../books/genres.ts';
import { quizOptions, timeCommitments } from './genre-quiz.ts';
import { penNames } from './pen-names.ts';
import { plotStarters } from './plot-starter.ts';
import { tipsLibrary, tipTypes } from './tips-library.ts';
import { promptGenres, writingPrompts } from './writing-prompts.ts';
import { tipGenres, writingTips } from './writing-tips.ts';

/** Texts that occur more than once in a list, ignoring case. */
const duplicatesIn = (list: readonly string[]) =>
  list.filter((text, at) => list.findIndex((other) => other.toLowerCase() === text.toLowerCase()) !== at);
/** Whether a text has typewriter quotes, dashes or ellipses, or unnecessary white space. */
const hasBadTypography = (text: string) => text !== text.trim() || /\s{2}|['"]|\.\.\.| - /.test(text);
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsOf);

describe('the data of the craft panel', () => {
  it('has four different beats for each of four genres', () => {
    expect(Object.keys(chapterTemplates)).toEqual([...templateGenres]);
    for (const { beats } of Object.values(chapterTemplates)) expect(beats).toHaveLength(4);
    expect(
      duplicatesIn(
        Object.values(chapterTemplates).flatMap(({ beats }) => beats.flatMap(({ title, happens }) => [title, happens])),
      ),
    ).toEqual([]);
  });

  it('has five different prompts for each of three genres and three different tips for each of four', () => {
    expect([Object.keys(writingPrompts).toSorted(), Object.keys(writingTips).toSorted()]).toEqual([
      promptGenres.toSorted(),
      tipGenres.toSorted(),
    ]);
    expect(Object.values(writingPrompts).map(({ length }) => length)).toEqual([5, 5, 5]);
    expect(Object.values(writingTips).map(({ length }) => length)).toEqual([3, 3, 3, 3]);
    expect(
      duplicatesIn([
        ...Object.values(writingPrompts).flat(),
        ...Object.values(writingTips)
          .flat()
          .map(({ tip }) => tip),
      ]),
    ).toEqual([]);
    for (const tips of Object.values(writingTips))
      expect(duplicatesIn(tips.map(({ category }) => category))).toEqual([]);
  });

  it('has a checklist of opening, conflict, character, dialogue, pacing and ending', () => {
    expect(chapterChecklist.map(({ id }) => id)).toEqual([
      'opening',
      'conflict',
      'character',
      'dialogue',
      'pacing',
      'ending',
    ]);
  });

  it('uses typographic quotation marks and dashes', () => {
    expect(
      textsOf([
        chapterTemplates,
        writingPrompts,
        writingTips,
        chapterChecklist,
        characterNames,
        penNames,
        quizOptions,
        plotStarters,
        tipsLibrary,
      ]).filter(hasBadTypography),
    ).toEqual([]);
  });
});

describe('the name lists', () => {
  it.each(nameGenres.flatMap((genre) => nameTypes.map((type) => [genre, type] as const)))(
    '%s has at least 24 different names for %s',
    (genre, type) => {
      const list = characterNames[genre][type];
      expect(list.length).toBeGreaterThanOrEqual(24);
      expect(duplicatesIn(list)).toEqual([]);
    },
  );

  it('have fifty first and fifty last names for a pen name', () => {
    expect([
      penNames.first.length,
      penNames.last.length,
      duplicatesIn(penNames.first),
      duplicatesIn(penNames.last),
    ]).toEqual([50, 50, [], []]);
  });
});

describe('the data of the tools page', () => {
  it('has 24 interests, 12 fields of expertise, 12 goals and 4 time commitments', () => {
    const { interests, expertise, writingGoals, timeCommitment } = quizOptions;
    expect([interests.length, expertise.length, writingGoals.length, timeCommitment.map(({ id }) => id)]).toEqual([
      24,
      12,
      12,
      [...timeCommitments],
    ]);
    for (const list of [interests, expertise, writingGoals]) expect(duplicatesIn(list)).toEqual([]);
  });

  it('has plot starters with 12 genres of books and 8 each of characters, settings and conflicts', () => {
    const { characters, settings, conflicts } = plotStarters;
    expect([plotStarters.genres.length, characters.length, settings.length, conflicts.length]).toEqual([12, 8, 8, 8]);
    expect(plotStarters.genres.filter((genre) => !genres.includes(genre))).toEqual([]);
    expect(duplicatesIn([...plotStarters.genres, ...characters, ...settings, ...conflicts])).toEqual([]);
  });

  const texts = tipsLibrary.flatMap(({ tips }) => tips.map(({ text }) => text));
  it('has at least 250 tips in six categories, and tips of every type in each', () => {
    expect([tipsLibrary.length, duplicatesIn(tipsLibrary.map(({ id }) => id))]).toEqual([6, []]);
    expect(texts.length).toBeGreaterThanOrEqual(250);
    for (const { tips } of tipsLibrary)
      expect([...new Set(tips.map(({ type }) => type))].toSorted()).toEqual(tipTypes.toSorted());
  });

  it('has no two tips with mostly the same words', () => {
    const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-z’]{4,}/g) ?? []);
    const known = texts.map((text) => ({ text, words: wordsOf(text) }));
    const similarPairs = known.flatMap(({ text, words }, at) =>
      known
        .slice(at + 1)
        .filter(
          (other) =>
            [...words].filter((word) => other.words.has(word)).length > 0.6 * Math.min(words.size, other.words.size),
        )
        .map((other) => [text, other.text]),
    );
    expect([similarPairs, duplicatesIn(texts)]).toEqual([[], []]);
  });

  it('has only tips that are whole, short sentences', () => {
    expect(texts.filter((text) => text.length < 40 || text.length > 240 || !/^[“A-Z0-9].*[.?!”]$/.test(text))).toEqual(
      [],
    );
  });
});
