import { describe, expect, it } from '@jest/globals';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { MentionIndex, toNamedEntries } from './find-mentions.ts';

const index = new MentionIndex([
  { id: 'mara', names: ['Mara Venn', 'Mara', 'Captain Venn', 'Venn'] },
  { id: 'tom', names: ['Tom Venn', 'Tom', 'Venn'] },
  { id: 'church', names: ['St. Mary’s Church'] },
  { id: 'obrien', names: ["O'Brien"] },
  { id: 'brien', names: ['Brien'] },
  { id: 'anne', names: ['Anne-Marie'] },
  { id: 'marie', names: ['Marie'] },
  { id: 'zoe', names: ['Zoë'] },
]);
const entry = (name: string, fields: object) => ({
  ...{ id: name, name, aliases: [], tracked: true, caseSensitive: false },
  ...fields,
});
const found = (text: string) => index.find(text).map(([from, to, ids]) => [text.slice(from, to), ...ids]);

describe('mentions', () => {
  it.each([
    [
      'Mara Venn met Tom.',
      [
        ['Mara Venn', 'mara'],
        ['Tom', 'tom'],
      ],
    ],
    [
      "Mara’s coat, Tom's hat, and Mara’d gone.",
      [
        ['Mara', 'mara'],
        ['Tom', 'tom'],
        ['Mara', 'mara'],
      ],
    ],
    ['Mara\n Venn', [['Mara\n Venn', 'mara']]],
    ["St. Mary's Church", [["St. Mary's Church", 'church']]],
    ['Zoë!', [['Zoë', 'zoe']]],
  ])('are the longest names in %j, also with a possessive or another apostrophe', (text, mentions) =>
    expect(found(text)).toEqual(mentions),
  );

  it.each(['Tomorrow', 'mara', 'MARA', 'Zoëlle', 'xTom', 'Tom2', 'Tom’ora', ''])(
    'are not found in %j, which is another word',
    (text) => expect(found(text)).toEqual([]),
  );

  it('do not include a part of a name that is written with an apostrophe or a hyphen', () => {
    expect(found('O’Brien and Anne-Marie')).toEqual([
      ['O’Brien', 'obrien'],
      ['Anne-Marie', 'anne'],
    ]);
    expect(found('D’Brien, Rose-Marie')).toEqual([]);
    expect(found('a Mara-like smile')).toEqual([['Mara', 'mara']]);
  });

  it('are found in capitals and at the beginning of a sentence, unless case counts', () => {
    const find = (text: string, caseSensitive: boolean) =>
      new MentionIndex(toNamedEntries(['the lamp', 'Rose'].map((name) => entry(name, { caseSensitive }))))
        .find(text)
        .map(([from, to]) => text.slice(from, to));
    const text = 'The lamp and THE LAMP, ROSE and a rose, the lamp and Rose.';
    expect(find(text, false)).toEqual(['The lamp', 'THE LAMP', 'ROSE', 'the lamp', 'Rose']);
    expect(find(text, true)).toEqual(['the lamp', 'Rose']);
  });

  it('are not looked for when an entry is not tracked', () => {
    const entries = [entry('Mara', { tracked: false }), entry('Tom', { aliases: ['Tommy'] })];
    expect(toNamedEntries(entries).map(({ id, names }) => [id, names.slice(0, 3)])).toEqual([
      ['Tom', ['Tom', 'TOM', 'Tommy']],
    ]);
  });

  it('have the ids of both entries that share an alias', () => {
    expect(found('Venn sat.')).toEqual([['Venn', 'mara', 'tom']]);
  });

  it('have positions in UTF-16 units', () => {
    expect(index.find('😀 Tom')).toEqual([[3, 6, ['tom']]]);
  });

  it('ignore names that have no words', () => {
    expect(new MentionIndex([{ id: 'a', names: ['', '—'] }]).find('— a')).toEqual([]);
  });

  it('are found in pathological texts', () => {
    const hostile = new MentionIndex([{ id: 'a', names: ['a', 'a a a a a a a b', 'e\u0301'] }]);
    for (const text of Object.values(hostileTexts(60_000))) expect(() => hostile.find(text)).not.toThrow();
    expect(hostile.find('a '.repeat(30_000))).toHaveLength(30_000);
  });
});
