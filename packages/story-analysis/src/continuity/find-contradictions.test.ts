import { describe, expect, it } from '@jest/globals';
import { attributes } from '@inkbear/contracts/bible/attributes';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import type { FactPassage } from '../extract/extract-facts.ts';
import { analyseStory } from '../extract/extract-story.ts';
import type { ChapterTime, Contradiction, ConfirmedFact, StoryStyle } from './checked-story.ts';
import { findContradictions } from './find-contradictions.ts';

const noStyle: StoryStyle = { person: null, tense: null, povNames: [] };
/** Enough for the names to be known. */
const cast =
  'They saw Mara Venn, and Mara spoke. They saw Tom Hale, and Tom spoke. They went to Harrow and lived in Harrow. They went to Ashford and lived in Ashford.';

interface Given {
  readonly style?: Partial<StoryStyle>;
  readonly confirmedFacts?: readonly ConfirmedFact[];
  readonly nonStoryPassages?: readonly FactPassage[];
  /** Of the last chapter. */
  readonly time?: ChapterTime;
}

function conflictsIn(
  chapters: readonly string[],
  { style = {}, confirmedFacts = [], nonStoryPassages = [], time }: Given = {},
): Contradiction[] {
  const story = analyseStory([cast, ...chapters], { language: 'en', attributes });
  const ordinary: ChapterTime = { storyDate: null, isFlashback: false };
  return findContradictions({
    ...story,
    times: [cast, ...chapters].map((_text, index) => (time && index === chapters.length ? time : ordinary)),
    attributes,
    confirmedFacts,
    nonStoryPassages,
    style: { ...noStyle, ...style },
  });
}
const rulesIn = (chapters: readonly string[], given?: Given): string[] =>
  conflictsIn(chapters, given).map(({ rule }) => rule);

/** The passages of the first found. */
function quotesIn(chapters: readonly string[], given?: Given): string[] {
  const [found] = conflictsIn(chapters, given);
  return (found?.places ?? []).map(({ chapter, from, to }) => [cast, ...chapters][chapter]?.slice(from, to) ?? '');
}

describe('a contradiction', () => {
  it.each<[rule: string, ...chapters: string[]]>([
    ['attribute-conflict', 'Mara had green eyes.', 'Mara’s eyes were brown.'],
    ['attribute-conflict', 'Tom was born in Harrow.', 'Tom was born in Ashford.'],
    ['attribute-conflict', 'Tom was a baker.', 'Tom was a surgeon.'],
    ['two-owners', 'They sailed aboard the Kestrel. The Kestrel belonged to Mara.', 'The Kestrel belonged to Tom.'],
    [
      'journey-duration',
      'The journey from Harrow to Ashford took two days.',
      'The journey from Ashford to Harrow took six hours.',
    ],
    ['age-and-birth', 'Mara was born in 1880.', 'In 1911 Mara was twenty years old.'],
    ['weekday-of-date', 'On Monday, 4 March 1911, it rained.'],
    ['weekday-of-date', 'It rained on March 4, 1911, a Monday.'],
    ['day-sequence', 'On Monday it rained. The next day, a Thursday, it snowed.'],
    ['day-sequence', 'On Monday it rained. Two days later, on Friday, it snowed.'],
    [
      'two-places-at-once',
      'At noon on 4 March 1911 Mara stood on the bridge in Harrow.',
      'On 4 March 1911, as the clock struck twelve, Mara sat in the court of Ashford.',
    ],
    ['acts-after-death', 'Tom died in the night.', 'Tom opened the door.'],
    ['acts-after-death', 'Tom died in the night.', '“Close the door,” said Tom.'],
    ['name-variant', 'They saw Agnes Merrow. They met Agnes Merrow. Then Agnes Merrow spoke.', 'They saw Agnes Merow.'],
  ])('of the rule %s is found in %j %j', (rule, ...chapters) => {
    expect(rulesIn(chapters)).toEqual([rule]);
  });

  it('has both passages, in reading order', () => {
    expect(quotesIn(['It rained. Mara had green eyes.', 'Mara’s eyes were brown. It rained.'])).toEqual([
      'Mara had green eyes.',
      'Mara’s eyes were brown.',
    ]);
  });

  it.each([
    ['the same value in other words', 'Mara had grey-green eyes.', 'Mara’s eyes were green.'],
    ['a change that the text describes', 'Mara’s hair was black.', 'Mara had dyed her hair. Mara’s hair was red.'],
    [
      'a change of work that the text describes',
      'Tom was a baker.',
      'Tom gave up being a baker that week. Tom was a surgeon.',
    ],
    [
      'a thing that is given away',
      'The Kestrel belonged to Mara.',
      'Mara sold the Kestrel. The Kestrel belonged to Tom.',
    ],
    ['a lie', 'Mara had green eyes.', '“Mara has brown eyes,” said Tom.'],
    ['an age that fits', 'Mara was born in 1880.', 'In 1911 Mara was thirty-one years old.'],
    ['a date with its weekday', 'On Saturday, 4 March 1911, it rained.'],
    ['a date without a year', 'On Monday, 4 March, it rained.'],
    ['the right next day', 'On Monday it rained. The next day, a Tuesday, it snowed.'],
    ['a weekday of every week', 'It rained every Monday. The next day, a Thursday, it snowed.'],
    ['a memory of the dead', 'Tom died in the night.', 'Mara remembered him. Tom opened the door and laughed.'],
    ['what the dead had done', 'Tom died in the night.', 'Tom had opened the door.'],
    ['a dead body', 'Tom died in the night.', 'Tom lay on the table. Tom was buried in Harrow.'],
    ['a death in a dream', 'In sleep Tom stood in Harrow, and was dead.', 'Tom opened the door.'],
    ['what might have been', 'Tom was born in Harrow.', 'Had Tom been born in Ashford, nobody would have laughed.'],
    [
      'a change at the place of the first value',
      'Mara’s black hair had gone, and now it was red.',
      'Mara’s hair was red.',
    ],
    [
      'other places at other hours',
      'At noon on 4 March 1911 Mara stood in Harrow.',
      'At midnight on 4 March 1911 Mara stood in Ashford.',
    ],
  ])('is not %s', (_what, ...chapters) => {
    expect(rulesIn(chapters)).toEqual([]);
  });
});

describe('the time of a chapter', () => {
  const flashback: Given = { time: { storyDate: null, isFlashback: true } };
  const on = (storyDate: string): Given => ({ time: { storyDate, isFlashback: false } });

  it.each<[rule: string, ...chapters: string[]]>([
    ['attribute-conflict', 'Tom was a baker.', 'Tom was a surgeon.'],
    ['two-owners', 'They sailed aboard the Kestrel. The Kestrel belonged to Mara.', 'The Kestrel belonged to Tom.'],
    ['age-and-birth', 'Mara was born in 1880.', 'In 1911 Mara was twenty years old.'],
    ['day-sequence', 'On Monday it rained. The next day, a Thursday, it snowed.'],
    [
      'two-places-at-once',
      'At noon on 4 March 1911 Mara stood on the bridge in Harrow.',
      'On 4 March 1911, as the clock struck twelve, Mara sat in the court of Ashford.',
    ],
    ['acts-after-death', 'Tom died in the night.', 'Tom opened the door.'],
  ])('exempts a flashback from the rule %s', (rule, ...chapters) => {
    expect([rulesIn(chapters), rulesIn(chapters, flashback)]).toEqual([[rule], []]);
  });

  it('exempts a flashback from the rules of knowledge, threads and tense', () => {
    const secret = { name: 'Tom Hale', attribute: 'other', value: 'the will was burned' };
    const known: ConfirmedFact = { ...secret, since: { chapter: 0, at: 0 }, until: null, knownBy: ['Tom Hale'] };
    const step = (value: string, chapter: number): ConfirmedFact => ({
      ...secret,
      attribute: 'progress',
      value,
      since: { chapter, at: 0 },
      knownBy: null,
      until: null,
    });
    const early = '“I know that the will was burned,” said Mara.';
    const present = 'Mara opens the door and looks in. There is nobody. She picks up the letter.';
    const steps = [step('closed', 1), step('opened', 2)];
    expect([
      rulesIn([early], { confirmedFacts: [known] }),
      rulesIn([early], { confirmedFacts: [known], ...flashback }),
      rulesIn(['It ended.', 'It began.'], { confirmedFacts: steps }),
      rulesIn(['It ended.', 'It began.'], { confirmedFacts: steps, ...flashback }),
      rulesIn([present], { style: { tense: 'past' } }),
      rulesIn([present], { style: { tense: 'past' }, ...flashback }),
    ]).toEqual([['knows-too-early'], [], ['thread-closed-early'], [], ['tense'], []]);
  });

  it.each<[rule: string, ...chapters: string[]]>([
    ['attribute-conflict', 'Mara had green eyes.', 'Mara’s eyes were brown.'],
    ['weekday-of-date', 'On Monday, 4 March 1911, it rained.'],
  ])('does not exempt a flashback from the rule %s', (rule, ...chapters) => {
    expect(rulesIn(chapters, flashback)).toEqual([rule]);
  });

  it('gives a date and an age of its chapter their year', () => {
    expect([
      rulesIn(['On Monday, 4 March, it rained.'], on('1911-03-04')),
      rulesIn(['On Saturday, 4 March, it rained.'], on('1911-03-04')),
      rulesIn(['On Monday, 5 March, it rained.'], on('1911-03-04')),
      rulesIn(['A year ago, on Monday, 4 March, it rained.'], on('1911-03-04')),
      rulesIn(['Mara was born in 1880.', 'Mara was twenty years old.'], on('1911-03-04')),
      rulesIn(['Mara was born in 1880.', 'Mara was thirty-one years old.'], on('1911-03-04')),
    ]).toEqual([['weekday-of-date'], [], [], [], ['age-and-birth'], []]);
  });
});

describe('a confirmed fact', () => {
  const chapters = ['“I know that the will was burned,” said Mara.', 'Only now was Mara told. Mara wept.'];
  const secret = { name: 'Tom Hale', attribute: 'other', value: 'the will was burned' };
  const learns = { chapter: 2, at: 0 };
  const confirmedFacts: ConfirmedFact[] = [
    { ...secret, since: { chapter: 0, at: 0 }, until: learns, knownBy: ['Tom Hale'] },
    { ...secret, since: learns, until: null, knownBy: ['Tom Hale', 'Mara Venn'] },
  ];

  it('may be mentioned only by those who know it', () => {
    expect(rulesIn(chapters, { confirmedFacts })).toEqual(['knows-too-early']);
    expect(quotesIn(chapters, { confirmedFacts })).toEqual([chapters[0], 'Only now was Mara told.']);
    const known = confirmedFacts.map((fact) => ({ ...fact, knownBy: ['Mara Venn'] }));
    expect(rulesIn(chapters, { confirmedFacts: known })).toEqual([]);
  });

  it('is not a contradiction when it begins between two passages, and nothing else is valid then', () => {
    const texts = ['Mara Venn had grey eyes. Mara smiled.', 'Mara had green eyes.'];
    const eyes = (value: string, since: number): ConfirmedFact => ({
      name: 'Mara Venn',
      attribute: 'eyes',
      value,
      since: { chapter: since, at: 0 },
      until: null,
      knownBy: null,
    });
    expect(rulesIn(texts)).toEqual(['attribute-conflict']);
    expect(rulesIn(texts, { confirmedFacts: [eyes('green', 2)] })).toEqual([]);
    // Both values, or another one, are valid there, or the later one was valid before, too.
    for (const other of [[eyes('grey', 0), eyes('green', 2)], [eyes('blue', 2)], [eyes('green', 0)]])
      expect(rulesIn(texts, { confirmedFacts: other })).toEqual(['attribute-conflict']);
    const ended = { ...eyes('grey', 0), until: { chapter: 2, at: 0 } };
    expect(rulesIn(texts, { confirmedFacts: [ended, eyes('green', 2)] })).toEqual([]);
  });

  const step = (value: string, chapter: number): ConfirmedFact => ({
    name: 'the stolen letters',
    attribute: 'progress',
    value,
    since: { chapter, at: 0 },
    until: null,
    knownBy: null,
  });

  it.each<[rules: string[], ...steps: ConfirmedFact[]]>([
    [[], step('opened', 1), step('closed', 2)],
    [['thread-closed-early'], step('closed', 1), step('opened', 2)],
    [['thread-never-closed'], step('opened', 1)],
  ])('about a thread gives %j', (rules, ...steps) => {
    expect(rulesIn(['It began.', 'It ended.'], { confirmedFacts: steps })).toEqual(rules);
  });
});

describe('the style of the book', () => {
  const third = { style: { person: 'third', tense: 'past', povNames: ['Mara Venn'] } } as const;

  it.each([
    ['point-of-view', `${'It rained. '.repeat(20)}I could have told her.`],
    ['point-of-view', 'Tom wondered inwardly whether Mara knew.'],
    ['point-of-view', 'Tom thought, in his own mind, that Mara knew.'],
    ['tense', 'Mara opens the door and looks in. There is nobody. She picks up the letter.'],
  ])('is broken by %s in %j', (rule, text) => {
    expect(rulesIn([text], third)).toEqual([rule]);
  });

  it.each([
    'Mara wondered whether Tom knew.',
    '“I could have told her,” said Tom.',
    '“She opens the door. She looks in. She is here,” said Tom.',
    'The road bends there. Mara opened the door.',
    'Tom thought about it.',
    'Was I to go, Mara wondered, or must I stay?',
  ])('is not broken by %j', (text) => {
    expect(rulesIn([text], third)).toEqual([]);
  });

  it('is not broken by a passage that does not belong to the story', () => {
    const text = `${'It rained. '.repeat(20)}I hope this helps!`;
    expect(rulesIn([text], third)).toEqual(['point-of-view']);
    expect(
      rulesIn([text], { ...third, nonStoryPassages: [{ chapter: 1, from: text.indexOf('I hope'), to: text.length }] }),
    ).toEqual([]);
  });
});

it('finds nothing in hostile texts, in linear time', () => {
  for (const text of Object.values(hostileTexts(60_000))) expect(() => conflictsIn([text])).not.toThrow();
});

it('finds nothing in another language', () => {
  const story = analyseStory(['Mara hatte grüne Augen.', 'Mara hatte braune Augen.'], { language: 'de', attributes });
  expect(
    findContradictions({ ...story, times: [], attributes, confirmedFacts: [], nonStoryPassages: [], style: noStyle }),
  ).toEqual([]);
});
