import { describe, expect, it } from '@jest/globals';
import { countTokens } from '../context/count-tokens.ts';
import { matchProviderResults, type RawProviderResults } from './match-provider-results.ts';
import { windowsOf } from './windows.ts';

const text = [
  'Mara Venn came in at dusk. “My eyes  are grey,” said Mara.',
  `${'It rained. '.repeat(60)}The smith was tall.`,
  'Ida watched from Harrow.',
].join('\n\n');
const [window = []] = windowsOf(text, { countTokens, maxTokens: 6000 });
const match = (finds: Partial<RawProviderResults>, known: { name: string; aliases: string[] }[] = []) =>
  matchProviderResults({ entries: [], facts: [], ...finds }, window, { text, known });
const entry = { name: 'Mara Venn', kind: 'character', aliases: ['Mara'] };
const eyes = {
  entry: 'Mara',
  attribute: 'eyes',
  value: 'grey',
  quote: '"My eyes are grey,"',
  paragraph: 1,
  modality: 'spoken',
};

describe('matchProviderResults', () => {
  it('keeps a fact with the words of the text, whatever marks and spaces the model writes', () => {
    const { names, facts } = match({ entries: [entry], facts: [eyes] });
    expect(names).toEqual([{ ...entry, at: 0 }]);
    const from = text.indexOf('“My');
    const quote = '“My eyes  are grey,”';
    expect(facts).toEqual([
      { name: 'Mara', attribute: 'eyes', value: 'grey', modality: 'spoken', from, to: from + quote.length, quote },
    ]);
  });

  it('finds a quote in another paragraph than the model says', () => {
    expect(match({ entries: [entry], facts: [{ ...eyes, paragraph: 3 }] }).facts).toHaveLength(1);
  });

  it.each([
    ['an invented quote', { quote: 'Her eyes are green' }],
    ['an empty quote', { quote: ' ' }],
    ['an unknown attribute', { attribute: 'mood' }],
    ['an empty value', { value: ' ' }],
    ['an entry that nobody has named', { entry: 'Tomas' }],
    ['a quote far from its entry', { quote: 'The smith was tall.', paragraph: 2 }],
  ])('drops %s', (_title, change) => {
    expect(match({ entries: [entry], facts: [{ ...eyes, ...change }] }).facts).toEqual([]);
  });

  it('drops names and aliases that the text does not have, parts of words among them', () => {
    const { names } = match({
      entries: [
        { ...entry, aliases: ['Mara', 'Mar', 'Captain Venn'] },
        { name: 'Tomas', kind: 'character', aliases: [] },
        { name: 'Harrow', kind: 'town', aliases: [] },
      ],
    });
    expect(names).toEqual([{ ...entry, at: 0 }]);
  });

  it('knows the names of the story bible', () => {
    const known = [{ name: 'Ida Stone', aliases: ['Ida'] }];
    const fact = { ...eyes, entry: 'Ida Stone', attribute: 'other', quote: 'Ida watched', modality: 'narrated' };
    expect(match({ facts: [fact] }, known).facts).toMatchObject([{ name: 'Ida Stone', modality: 'narrated' }]);
  });
});
