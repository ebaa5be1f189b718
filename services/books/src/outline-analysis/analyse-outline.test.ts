import { describe, expect, it } from '@jest/globals';
import { analyseOutline } from './analyse-outline.ts';

const chapter = (chapterNumber: number, description = '', keyPoints: string[] = []) => ({
  chapterNumber,
  title: `Title ${chapterNumber}`,
  description,
  keyPoints,
  targetWordCount: 2500,
});

describe('analyseOutline', () => {
  it('lists what is missing in an empty outline', () => {
    expect(analyseOutline({ outline: '', targetWords: 70_000, chapters: [chapter(1)] })).toEqual({
      detailed: false,
      characters: [],
      chapterCount: 1,
      describedChapters: 0,
      estimatedWords: 2500,
      gaps: [
        'There is no outline yet.',
        'No character is named more than once.',
        'The chapters plan for about 2,500 words; the book aims at 70,000.',
        'Chapter 1, “Title 1”, has no description yet.',
      ],
    });
  });

  it('is detailed when at least three chapters and half of all are described', () => {
    const described = chapter(1, 'On the first night of autumn', ['Ida finds a letter', 'the letter is for Ida']);
    const { detailed, describedChapters, characters } = analyseOutline({
      outline: 'x',
      targetWords: 10_000,
      chapters: [described, described, described, chapter(4)],
    });
    expect([detailed, describedChapters, characters]).toEqual([true, 3, ['Ida']]);
    expect(
      analyseOutline({ outline: 'x', targetWords: 10_000, chapters: [described, chapter(2), chapter(3)] }).detailed,
    ).toBe(false);
    expect(analyseOutline({ outline: 'word '.repeat(300), targetWords: 10_000, chapters: [] }).detailed).toBe(true);
  });

  it.each<[string, string, string[]]>([
    ['a name that occurs once', 'Then Ida left.', []],
    ['a name that occurs twice, once inside a sentence', 'Then Ida left. Ida came back.', ['Ida']],
    ['a word that only occurs at the start of sentences', 'Lamps went out. Lamps came on.', []],
    ['a word that also occurs in lowercase', 'the Lamp and a Lamp and a lamp', []],
    ['a full name and its parts', 'When Ida Marsh came, Ida wept. Nobody saw Marsh.', ['Ida Marsh']],
    ['possessives', "It was Ida’s lamp and Ida's oil.", ['Ida']],
    [
      'days, months and streets',
      'On Monday in March she ran up Gull Street, each Monday in March down Gull Street.',
      [],
    ],
    ['places', 'She lived in Leeds and died in Leeds.', []],
    ['other scripts', 'Da kam Éloïse, und Éloïse sang. Тогда пришла Анна, и Анна пела.', ['Éloïse', 'Анна']],
    ['several names', 'It was for Bo and Ann. Then Ann and Bo left Ann.', ['Ann', 'Bo']],
    [
      'lines without a full stop, whose first word is no name',
      '## Chapter 1: Dawn\nRumours spread through the harbour\n## Chapter 2: Noon\nRumours reach the mill\n- Storm rises\n- Storm falls',
      [],
    ],
  ])('lists characters, given %s', (_given, outline, characters) => {
    expect(analyseOutline({ outline, targetWords: 10_000, chapters: [] }).characters).toEqual(characters);
  });

  it('reads chapters from the headings of the outline', () => {
    const outline =
      'Overview\n\nChapter 1: Dawn\nThe hero finds a small map.\n\n## Chapter 2 - Noon\nThe hero loses the small map.\n\nChapter Three\n';
    const { chapterCount, describedChapters, estimatedWords } = analyseOutline({
      outline,
      targetWords: 10_000,
      chapters: [chapter(1)],
    });
    expect([chapterCount, describedChapters, estimatedWords]).toEqual([3, 2, 7500]);
  });
});
