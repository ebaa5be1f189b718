import { describe, expect, it } from '@jest/globals';
import { attributes } from '@inkbear/contracts/bible/attributes';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { sentencesWithoutFacts, statedFacts } from '../testing/sentences.ts';
import type { FoundFact } from './extract-facts.ts';
import type { FoundName } from './extract-names.ts';
import { extractChanged, extractStory } from './extract-story.ts';

const entry = (name: string, kind: FoundName['kind']): FoundName => ({
  name,
  kind,
  aliases: [],
  mentions: 5,
  gender: null,
});
const known: readonly FoundName[] = [
  ...['Mara', 'Tom', 'Agnes'].map((name) => entry(name, 'character')),
  ...['Harrow', 'Kent', 'Harcourt College'].map((name) => entry(name, 'place')),
  ...['Kestrel', 'Dawnbringer'].map((name) => entry(name, 'object')),
  ...['Order of the Wren', 'Harcourt'].map((name) => entry(name, 'group')),
  entry('Battle of Thornfield', 'event'),
];
const english = { language: 'en', attributes };
const textOf = ({ name, attribute, value, modality }: FoundFact): string =>
  `${name} ${attribute} ${value}${modality === 'spoken' ? ' spoken' : ''}`;
const factsIn = (text: string, options: Parameters<typeof extractChanged>[2] = english): string[] =>
  extractChanged([text], known, options).facts.map(textOf);

describe('facts', () => {
  it.each(statedFacts)('are read in %j', (sentence, ...facts) =>
    expect(factsIn(sentence).sort()).toEqual(facts.sort()),
  );

  it.each(sentencesWithoutFacts)('are not read in %j', (sentence) => expect(factsIn(sentence)).toEqual([]));

  it('have the place of their sentence', () => {
    const text = 'It rained. Mara’s eyes were green. It rained on.';
    const [fact] = extractChanged([text], known, english).facts;
    expect(text.slice(fact?.place.from, fact?.place.to)).toBe('Mara’s eyes were green.');
  });

  it('have a passage of at most 300 units around the words that state them', () => {
    const text = `${'It rained and rained, '.repeat(20)}and Mara’s eyes were green, ${'and it rained '.repeat(20)}.`;
    const [fact] = extractChanged([text], known, english).facts;
    const quote = text.slice(fact?.place.from, fact?.place.to);
    expect(quote).toContain('Mara’s eyes were green');
    expect(quote.length).toBeLessThanOrEqual(300);
  });

  it('belong to the kinds that the table of attributes allows, and to attributes that it has', () => {
    expect(factsIn('Harrow was born in Kent. Kent had green eyes.')).toEqual([]);
    expect(factsIn('Mara’s eyes were green.', { language: 'en', attributes: [] })).toEqual([]);
  });

  it('are reported once a chapter', () => {
    expect(factsIn('Mara’s eyes were green. Mara had green eyes.')).toEqual(['Mara eyes green']);
  });

  it('are read in English only', () => {
    expect(factsIn('Mara’s eyes were green.', { language: 'de', attributes })).toEqual([]);
  });
});

describe('a pronoun', () => {
  it('stands for the only person named in its sentence or one of the two sentences before', () => {
    expect(factsIn('Mara came in. It rained. She was a nurse.')).toEqual(['Mara occupation nurse']);
    expect(factsIn('Mara came in.\n\nIt rained.\n\nIt snowed.\n\nShe was a nurse.')).toEqual([]);
  });

  it.each([
    ['two names', 'Mara came in with Agnes. She was a nurse.'],
    ['a name and somebody without one', 'Mara met a woman. She was a nurse.'],
    ['a name and a pronoun that stands for nobody named', 'She came in. Mara rose. She was a nurse.'],
  ])('stands for nobody when there are %s', (_what, text) => expect(factsIn(text)).toEqual([]));

  it('does not stand for a name that follows it in its sentence', () => {
    expect(factsIn('She was a nurse, and Mara knew it.')).toEqual([]);
  });

  it('stands for the one of its gender when the text says both', () => {
    const text = 'Mara was a tall woman. Her brother, Tom, was here. Mara saw Tom. He was a sailor.';
    expect(factsIn(text)).toContain('Tom occupation sailor');
  });

  it('stands for the narrator if it is in the first person and the narrator has a name', () => {
    expect(factsIn('I am a nurse.')).toEqual([]);
    expect(factsIn('My name is Mara. I am a nurse.')).toEqual(['Mara occupation nurse']);
    expect(factsIn('I am a nurse.', { ...english, narrator: 'Mara' })).toEqual(['Mara occupation nurse']);
  });

  it('stands for the named speaker if it is in the first person, in direct speech', () => {
    expect(factsIn('“I am a nurse,” said Mara.')).toEqual(['Mara occupation nurse spoken']);
    expect(factsIn('“I am a nurse,” said the woman.')).toEqual([]);
  });
});

describe('direct speech', () => {
  it.each([
    '“Tom is a sailor.”',
    '"Tom is a sailor."',
    '‘Tom is a sailor.’',
    "'Tom is a sailor.'",
    '«Tom is a sailor.»',
    '— Tom is a sailor.',
  ])('gives spoken facts in %j', (text) => expect(factsIn(text)).toEqual(['Tom occupation sailor spoken']));

  it('ends at its closing mark: the text after it is narrated', () => {
    expect(factsIn('“Go!” Tom was a sailor.')).toEqual(['Tom occupation sailor']);
  });
});

describe('a story', () => {
  it('gives the same facts at every run, in reading order, each with its chapter', () => {
    const chapters = ['They saw Mara. Mara was a nurse.', 'Then Mara ran. Mara’s eyes were green.'];
    const story = extractStory(chapters, english);
    expect(story.facts.map(({ attribute, place }) => [attribute, place.chapter])).toEqual([
      ['occupation', 0],
      ['eyes', 1],
    ]);
    expect(extractStory(chapters, english)).toEqual(story);
  });

  it('gives no facts if it consists of pathological texts', () => {
    for (const text of Object.values(hostileTexts(60_000))) expect(extractStory([text], english).facts).toEqual([]);
    for (const unit of ['very ', 'not ', 'she ', 'Mara’s ', 'of ', 'and the old ', 'in Harrow ', '“', 'is a ', 'five '])
      expect(() => extractChanged([unit.repeat(10_000)], known, english)).not.toThrow();
  });

  it.each([
    'Mara was a constructor.',
    'Mara, a constructor, had constructor eyes and her constructor Tom.',
    'Mara saw a constructor blade of constructor, two constructors long.',
    'Constructor Mara went constructor Harrow for nine constructors.',
  ])('reads words that objects have as keys like other words in %j', (text) => {
    const plain = text.replaceAll('constructor', 'carpenterx').replaceAll('Constructor', 'Carpenterx');
    expect(factsIn(text)).toEqual(factsIn(plain).map((fact) => fact.replaceAll('carpenterx', 'constructor')));
  });

  it('is analysed in linear time if its sentences never end', () => {
    const text = `${'the man and '.repeat(30_000)}Mara.\n\n${'he said she said '.repeat(30_000)}`;
    expect(factsIn(text)).toEqual([]);
  });

  it('is analysed in linear time if thousands have one surname', () => {
    const titles = [
      'captain',
      'doctor',
      'major',
      'colonel',
      'professor',
      'general',
      'sergeant',
      'bishop',
      'lord',
      'dame',
    ];
    const forms = titles.flatMap((a) => titles.flatMap((b) => titles.map((c) => [a, b, c])));
    const text = forms
      .map((form) => form.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' '))
      .map((form, at) => `They saw ${form} Venn and Ada${'bcdefghijk'.charAt(at % 10)} Venn.`)
      .join(' ');
    expect(extractStory([text], english).names.length).toBeGreaterThan(10);
  });

  it('is empty without text', () => expect(extractStory([], english)).toEqual({ names: [], facts: [] }));
});

describe('changed passages', () => {
  it('give only names that are not known', () => {
    const { names } = extractChanged(['Then Mara met Elsbeth.'], known, english);
    expect(names.map(({ name }) => name)).toEqual(['Elsbeth']);
  });

  it('give new ways to write a known name, and facts of the known name', () => {
    const mara = { name: 'Mara', aliases: [], kind: 'character' } as const;
    const text = 'Then Mara Venn came in. Captain Venn had grey eyes.';
    const { names, aliases, facts } = extractChanged([text], [mara], english);
    expect(names).toEqual([]);
    expect(aliases.map(({ name, alias }) => `${name}: ${alias}`).sort()).toEqual([
      'Mara: Captain Venn',
      'Mara: Mara Venn',
    ]);
    expect(facts.map(({ name, attribute, value }) => [name, attribute, value])).toContainEqual([
      'Mara',
      'eyes',
      'grey',
    ]);
    expect(new Set(facts.map(({ name }) => name))).toEqual(new Set(['Mara']));
  });

  it('give no alias of a name that two known ones share', () => {
    const both = ['Mara Venn', 'Mara Dorn'].map((name) => ({ name, aliases: [], kind: 'character' }) as const);
    const { names, aliases } = extractChanged(['Then Mara came in.'], both, english);
    expect([names, aliases]).toEqual([[], []]);
  });
});
