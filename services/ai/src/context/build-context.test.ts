import { describe, expect, it } from '@jest/globals';
import type { ContextChoice } from '@inkbear/contracts/ai/context';
import type { ContextEntry } from '@inkbear/contracts/bible/internal';
import { unknownStyle } from '@inkbear/contracts/books/style-sheet';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { applyContextChoice } from '../generations/apply-context-choice.ts';
import type { BookContext } from '../generations/task.ts';
import { planOf } from '../prompts/plan-text.ts';
import { buildContext } from './build-context.ts';
import { tagTokens } from './context-part-builder.ts';
import { countTokens } from './count-tokens.ts';
import { insertExcludedParts } from './insert-excluded-parts.ts';

const sentences = (count: number, word: string) =>
  Array.from({ length: count }, (_item, index) => `${word} walked to harbour number ${index} again.`).join(' ');
const chapterAt = (number: number, content: string) => ({
  id: `c${number}`,
  chapterNumber: number,
  title: `Part ${number}`,
  content,
});
const context: BookContext = {
  book: {
    id: 'b',
    title: 'Ink',
    genre: 'fantasy',
    subgenre: '',
    targetAudience: 'Adults',
    synopsis: 'A bear writes.',
    outline: 'First he learns. Then Mara Vell reads.',
    language: 'EN',
  },
  chapter: {
    id: 'c9',
    chapterNumber: 9,
    title: 'Snow',
    description: 'Mara waits at the mill.',
    keyPoints: ['cold'],
    beats: [],
  },
  earlierChapters: [chapterAt(1, sentences(40, 'Tom')), chapterAt(2, 'x'.repeat(149_000))],
  fullTextChapterIds: new Set(),
  style: { ...unknownStyle, tense: 'past', voiceSamples: ['It rained.'] },
  entries: [],
  pinnedEntries: new Set(),
  arePassagesExcluded: false,
  isPlanExcluded: false,
};
const entry = (id: string, name: string, more: Partial<ContextEntry> = {}): ContextEntry => ({
  id,
  kind: 'character',
  name,
  aliases: [],
  summary: '',
  tracked: true,
  caseSensitive: false,
  inPrompt: 'auto',
  facts: [],
  relations: [],
  ...more,
});
const build = (input: BookContext, { request = '', before = '', budget = 12_000 } = {}) =>
  buildContext({ context: input, focus: { plan: planOf(input), request, before }, budget, countTokens });
const idsOf = (input: BookContext, more = {}) => build(input, more).parts.map(({ id }) => id);
const partOf = (input: BookContext, id: string, more = {}) => build(input, more).parts.find((part) => part.id === id);

describe('buildContext', () => {
  it('has the parts from stable to volatile, with their words and tokens', () => {
    expect(idsOf(context)).toEqual(['book', 'style', 'voice', 'synopsis', 'outline', 'chapter:c1', 'plan']);
    const { parts, used } = build(context);
    expect(parts.map(({ layer }) => layer)).toEqual(['book', 'book', 'book', 'book', 'book', 'story', 'chosen']);
    expect(parts.find(({ id }) => id === 'synopsis')).toMatchObject({
      words: 3,
      tokens: countTokens('A bear writes.') + tagTokens,
    });
    expect(used).toBe(parts.reduce((sum, { tokens }) => sum + tokens, 0));
  });

  it('gives the same parts for the same input', () => {
    expect(build(context)).toEqual(build(structuredClone(context)));
  });

  it('has pinned chapters in full, up to a limit, and they do not use up the budget', () => {
    const pinned = applyContextChoice(context, { pin: ['chapter:c1'] });
    expect(partOf(pinned, 'chapter:c1')?.text).toBe(`Chapter 1: Part 1\n${sentences(40, 'Tom')}`);
    expect(build(pinned).used).toBeLessThan(200);
    const both = applyContextChoice(
      { ...context, earlierChapters: [...context.earlierChapters, chapterAt(3, 'y'.repeat(2000))] },
      { pin: ['chapter:c2', 'chapter:c3'] },
    );
    expect(partOf(both, 'chapter:c2')?.text.length).toBeGreaterThan(149_000);
    expect(partOf(both, 'chapter:c3')).toBeUndefined();
  });

  it('omits excluded parts', () => {
    const reduced = applyContextChoice(
      { ...context, entries: [entry('e1', 'Mara')] },
      { exclude: ['synopsis', 'chapter:c1', 'plan', 'book', 'style', 'entry:e1'] },
    );
    expect(idsOf(reduced)).toEqual(['book', 'voice', 'outline']);
  });

  it.each([500, 1000, 2000, 6000])('stays within a budget of %i tokens, whatever the book has', (budget) => {
    const long = {
      ...context,
      book: { ...context.book, synopsis: sentences(300, 'Ann'), outline: sentences(900, 'Ben') },
      chapter: {
        ...context.chapter,
        description: sentences(700, 'Eve'),
        keyPoints: [sentences(200, 'Ned')],
        beats: [],
      },
      earlierChapters: Array.from({ length: 60 }, (_, at) => chapterAt(at + 1, sentences(60, `Mara${at}`))),
      entries: Array.from({ length: 200 }, (_, at) =>
        entry(`e${at}`, `Mara${at}`, { summary: 'A smith. '.repeat(50) }),
      ),
    };
    const request = long.entries.map(({ name }) => name).join(' ');
    expect(build(long, { request, budget }).used).toBeLessThanOrEqual(budget);
  });

  it('cuts a long outline at the end of a sentence, and says so', () => {
    const long = { ...context, book: { ...context.book, outline: sentences(900, 'Ben') } };
    const part = partOf(long, 'outline');
    expect(part).toMatchObject({ level: 'short', reason: 'Cut, because it is long' });
    expect(part?.text).toMatch(/again\.$/);
  });

  it('summarises the last chapters at length, and those far back five to a line', () => {
    const chapters = Array.from({ length: 42 }, (_, at) =>
      chapterAt(at + 1, `${sentences(30, `Tom${at}`)}\n\n${sentences(30, `Ann${at}`)}`),
    );
    const summaries = build({ ...context, earlierChapters: chapters }).parts.filter(({ layer }) => layer === 'story');
    expect(summaries.map(({ id }) => id).slice(0, 4)).toEqual([
      'chapters:c1',
      'chapters:c6',
      'chapter:c11',
      'chapter:c12',
    ]);
    expect(summaries.at(-1)).toMatchObject({ id: 'chapter:c42', level: 'full', label: 'Chapter 42: Part 42' });
    expect(summaries.at(-1)?.tokens).toBeGreaterThan(4 * (summaries.at(-20)?.tokens ?? 0));
    const next = build({ ...context, earlierChapters: [...chapters, chapterAt(43, sentences(30, 'Eve'))] }).parts;
    expect(next.find(({ id }) => id === 'chapters:c1')?.text).toBe(summaries[0]?.text);
  });
});

describe('summaries of the author', () => {
  const own = { line: 'She lies.', short: 'Mara lies to Tom.', long: 'Mara lies to Tom about the letter.' };
  const chapters = Array.from({ length: 42 }, (_, at) => ({
    ...chapterAt(at + 1, sentences(30, `Tom${at}`)),
    ownSummaries: at % 2 === 0 ? own : { ...own, line: '', long: '' },
  }));
  const storyOf = (earlierChapters: BookContext['earlierChapters']) =>
    build({ ...context, earlierChapters }).parts.filter(({ layer }) => layer === 'story');

  it('replace the sentences of a chapter at the length that is sent', () => {
    const [shared, ...parts] = storyOf(chapters);
    expect(shared).toMatchObject({ id: 'chapters:c1', reason: '', text: expect.stringMatching(/She lies\. Tom1 /) });
    const textOf = (id: string) => parts.find((part) => part.id === id);
    expect(textOf('chapter:c42')).toMatchObject({ reason: '', text: expect.stringContaining('Tom41 walked') });
    expect(textOf('chapter:c41')).toMatchObject({ reason: 'Your summary', text: `Chapter 41: Part 41\n${own.long}` });
    expect(textOf('chapter:c38')).toMatchObject({ reason: 'Your summary', text: `Chapter 38: Part 38\n${own.short}` });
    expect(textOf('chapter:c21')).toMatchObject({ reason: 'Your summary', text: `Chapter 21: Part 21\n${own.line}` });
  });

  it('are sent for a chapter without a text', () => {
    expect(storyOf([{ ...chapterAt(1, ''), ownSummaries: own }])).toMatchObject([
      { text: `Chapter 1: Part 1\n${own.long}` },
    ]);
  });
});

describe('chapters far back', () => {
  // Each has sentences of its own, and fewer than fill its line.
  const chapters = Array.from({ length: 42 }, (_, at) => chapterAt(at + 1, `Mara${at + 1} found a lamp in the mill.`));
  const far = { ...context, earlierChapters: chapters };
  const storyOf = (choice: Partial<ContextChoice>) =>
    build(applyContextChoice(far, choice)).parts.filter(({ layer }) => layer === 'story');

  it('are grouped in one part, which lists them', () => {
    const [shared, , single] = storyOf({});
    expect(shared).toMatchObject({ id: 'chapters:c1', label: 'Chapters 1–5', canExclude: false, canPin: false });
    expect(shared?.chapters).toEqual(
      [1, 2, 3, 4, 5].map((number) => ({ id: `chapter:c${number}`, label: `Chapter ${number}: Part ${number}` })),
    );
    expect(single).toMatchObject({ id: 'chapter:c11', canExclude: true, canPin: true, chapters: [] });
  });

  it('are removed from their group when they are excluded or pinned, and no other part changes', () => {
    const [before, after] = [storyOf({}), storyOf({ exclude: ['chapter:c3'], pin: ['chapter:c4'] })];
    expect(after[0]).toMatchObject({ id: 'chapters:c1', chapters: before[0]?.chapters });
    expect(after[0]?.text).toMatch(/^Chapters 1–5\nMara1 .*Mara2 .*Mara5 /);
    expect(after[0]?.text).not.toMatch(/Mara[34]/);
    expect(after[1]).toMatchObject({
      id: 'chapter:c4',
      reason: 'Pinned',
      text: 'Chapter 4: Part 4\nMara4 found a lamp in the mill.',
    });
    expect(after.slice(2)).toEqual(before.slice(1));
  });

  it('are not sent when all chapters of a part are excluded', () => {
    const exclude = [1, 2, 3, 4, 5].map((number) => `chapter:c${number}`);
    expect(storyOf({ exclude })).toEqual(storyOf({}).slice(1));
  });
});

describe('insertExcludedParts', () => {
  const shownOf = (whole: BookContext, exclude: string[]) => {
    const [sent, all] = [build(applyContextChoice(whole, { exclude })).parts, build(whole).parts];
    return insertExcludedParts(sent, all, new Set(exclude)).map(({ id, isExcluded }) => (isExcluded ? `-${id}` : id));
  };

  it('puts excluded parts where they would be sent', () => {
    const whole = {
      ...context,
      entries: [entry('e1', 'Mara')],
      earlierChapters: [chapterAt(1, 'Tom walked to the mill.')],
    };
    expect(shownOf(whole, ['style', 'outline', 'chapter:c1', 'plan', 'entry:e1', 'unknown'])).toEqual([
      ...['book', '-style', 'voice', 'synopsis', '-outline', '-chapter:c1', '-plan', '-entry:e1'],
    ]);
  });

  it('hides no part that is sent although its id is excluded', () => {
    expect(shownOf({ ...context, earlierChapters: [] }, ['book', 'plan'])).toEqual([
      ...['book', 'style', 'voice', 'synopsis', 'outline', '-plan'],
    ]);
  });

  it('shows a part of chapters that are all excluded', () => {
    const chapters = Array.from({ length: 40 }, (_, at) => chapterAt(at + 1, 'Mara found a lamp in the mill.'));
    const exclude = [1, 2, 3, 4, 5, 40].map((number) => `chapter:c${number}`);
    const shown = shownOf({ ...context, earlierChapters: chapters }, exclude);
    const sharedOrExcluded = shown.filter((id) => id.startsWith('chapters:') || id.startsWith('-'));
    expect(sharedOrExcluded).toEqual(['-chapters:c1', 'chapters:c6', '-chapter:c40']);
  });
});

describe('the entries of a context', () => {
  const facts = [{ attribute: 'eyes', value: 'grey', knownBy: null }];
  const entries = [
    entry('mara', 'Mara Vell', { aliases: ['Mara'], summary: 'A smith.', facts }),
    entry('tom', 'Tom', {
      relations: [{ type: 'brother', otherId: 'mara', otherName: 'Mara Vell', isReverse: false }],
    }),
    entry('ann', 'Ann'),
    entry('ben', 'Ben', { inPrompt: 'always' }),
  ];
  const withEntries = {
    ...context,
    entries,
    earlierChapters: [chapterAt(1, 'Mara had a scar. Mara ran. Tom saw Mara run.')],
  };

  it('are only those of the plan, their relations, and those that are always sent', () => {
    expect(idsOf(withEntries).filter((id) => id.startsWith('entry:'))).toEqual([
      'entry:ben',
      'entry:mara',
      'entry:tom',
    ]);
    expect(build(withEntries).parts.flatMap(({ id, reason }) => (id.startsWith('entry:') ? [reason] : []))).toEqual([
      'Always included',
      'In the plan of the chapter',
      'Related to Mara Vell',
    ]);
  });

  it('have their names, facts and relations on a line each, then sentences of the book about the plan first', () => {
    expect(partOf(withEntries, 'entry:mara')?.text).toBe(
      [
        'Mara Vell (character, also Mara)',
        'A smith.',
        'Mara Vell: Eyes: grey',
        '“Mara had a scar.”',
        '“Tom saw Mara run.”',
        '“Mara ran.”',
      ].join('\n'),
    );
  });

  it('are quoted with the next sentence, too, when it continues about them', () => {
    const chapterText = 'Mara looked up. Her eyes were grey.\n\nTom saw Mara.\n\nHer coat was gone.';
    const quotes = partOf({ ...withEntries, earlierChapters: [chapterAt(1, chapterText)] }, 'entry:mara')?.text.split(
      '\n',
    );
    expect(quotes?.slice(-2)).toEqual(['“Mara looked up. Her eyes were grey.”', '“Tom saw Mara.”']);
  });

  it('are placed last when only the request needs them, so that requests about a chapter start equally', () => {
    const requested = build(withEntries, { request: 'What does Ann say?' }).parts;
    expect(requested.at(-1)).toMatchObject({ id: 'entry:ann', reason: 'In the request' });
    expect(requested.slice(0, -1)).toEqual(build(withEntries).parts);
  });

  it('keep their texts when a request needs further entries, even if the budget is too small for all', () => {
    const many = ['Mara', 'Tom', 'Ann'].map((name) => entry(name, name));
    const text = ['Mara', 'Tom', 'Ann'].map((name) => sentences(80, name)).join('\n\n');
    const full = { ...context, entries: many, earlierChapters: [chapterAt(1, text)] };
    const requested = build(full, { request: 'What do Tom and Ann say?', budget: 1500 }).parts;
    const common = build(full, { budget: 1500 }).parts.filter(({ layer }) => layer !== 'nearby');
    expect(common.some(({ id }) => id === 'entry:Mara')).toBe(true);
    expect(requested.slice(0, common.length)).toEqual(common);
  });

  it('are scored by proximity to the insertion point', () => {
    const near = { ...withEntries, entries: [entry('ann', 'Ann'), entry('eve', 'Eve')] };
    const before = `Ann came. ${sentences(100, 'He')} Eve left.`;
    expect(idsOf(near, { before }).filter((id) => id.startsWith('entry:'))).toEqual(['entry:eve', 'entry:ann']);
  });

  it('are always sent when the author pins them', () => {
    const pinned = applyContextChoice(withEntries, { pin: ['entry:ann'] });
    expect(partOf(pinned, 'entry:ann')?.reason).toBe('Always included');
  });

  it('are found by a name that two entries share, and not by one that three share', () => {
    const two = [entry('m1', 'Mara Vell'), entry('m2', 'The widow', { aliases: ['Mara'] })];
    const named = (some: ContextEntry[]) =>
      idsOf({ ...withEntries, entries: some }).filter((id) => id.startsWith('entry:'));
    expect(named(two)).toEqual(['entry:m1', 'entry:m2']);
    expect(named([...two, entry('m3', 'Mara Orrin')])).toEqual([]);
  });

  it('are found by the first name of a character, and not by a title', () => {
    const some = [entry('m', 'Mara Vell'), entry('t', 'Captain Tully'), entry('h', 'Mara Hall', { kind: 'place' })];
    const plan = { ...context.chapter, description: 'The Captain waits for Mara.' };
    const found = idsOf({ ...context, chapter: plan, entries: some }).filter((id) => id.startsWith('entry:'));
    expect(found).toEqual(['entry:m']);
  });
});

describe('the passages of a context', () => {
  const paragraph = 'The miller Osric kept seven iron keys behind the flour bins, wrapped in waxed linen against damp.';
  const withPassages = {
    ...context,
    chapter: { ...context.chapter, description: 'Somebody finds the iron keys of the miller.' },
    earlierChapters: [chapterAt(1, `${sentences(20, 'Tom')}\n\n${paragraph}`), chapterAt(2, sentences(20, 'Ann'))],
  };

  it('are the paragraphs of earlier chapters that share most with the plan', () => {
    expect(partOf(withPassages, 'passages')?.text.split('\n\n')[0]).toBe(`Chapter 1: ${paragraph}`);
  });

  it('can be excluded', () => {
    const without = applyContextChoice(withPassages, { exclude: ['passages'] });
    expect(idsOf(without).some((id) => id === 'passages')).toBe(false);
  });
});

describe('hostile texts', () => {
  it.each(Object.entries(hostileTexts(50_000)))('%s', (_name, text) => {
    const { used } = build(
      {
        ...context,
        book: { ...context.book, outline: text, synopsis: text },
        earlierChapters: [chapterAt(1, text)],
        entries: [entry('e', text.slice(0, 100) || 'x', { summary: text.slice(0, 1000) })],
      },
      { request: text, before: text },
    );
    expect(used).toBeLessThanOrEqual(12_000);
  });
});
