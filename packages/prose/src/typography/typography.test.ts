import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { proposeTypography } from './propose-typography.ts';
import { typedTypography } from './typed-typography.ts';

/** Types a text character by character, as the editor does. */
function type(text: string, language = 'en-GB'): string {
  let written = '';
  for (const typed of text) {
    const line = written.slice(written.lastIndexOf('\n') + 1);
    const replacement = typedTypography({ before: line, typed, after: '' }, language);
    written += typed;
    if (replacement) written = written.slice(0, written.length - replacement.remove) + replacement.insert;
  }
  return written;
}

const proposed = (text: string, language = 'en-GB'): string =>
  proposeTypography(text, language).reduceRight(
    (result, { from, to, insert }) => result.slice(0, from) + insert + result.slice(to),
    text,
  );

const sentences = [
  ['"Yes," she said. "No."', '“Yes,” she said. “No.”'],
  ['"I--" She stopped.', '“I–” She stopped.'],
  ['He said--"wait"--and left.', 'He said–“wait”–and left.'],
  ["It's the boys' boat, isn't it?", 'It’s the boys’ boat, isn’t it?'],
  ['"He said \'no\' twice," she said.', '“He said ‘no’ twice,” she said.'],
  ['("Why?")', '(“Why?”)'],
  ['*"Never,"* she said.', '*“Never,”* she said.'],
  ['Well... --- no', 'Well… — no'],
  ["the '90s", 'the ’90s'],
  ['5"', '5”'],
] as const;

describe('typed characters', () => {
  it.each([...sentences, ['a\n---', 'a\n---'], ['***', '***'], ['....', '….']])('%j becomes %j', (text, expected) => {
    expect(type(text)).toBe(expected);
  });

  it.each([
    ['de', '"Ja," sagte sie. "\'Nein\', sagte er."', '„Ja,“ sagte sie. „‚Nein‘, sagte er.“'],
    ['FR', '"Oui", dit-elle. L\'amour.', '«\u00a0Oui\u00a0», dit-elle. L’amour.'],
    ['sv', '"Ja", sa hon. "Nej."', '”Ja”, sa hon. ”Nej.”'],
    ['tlh', '"a"', '“a”'],
  ])('have the quotation marks of %s: %j becomes %j', (language, text, expected) => {
    expect(type(text, language)).toBe(expected);
  });

  it('are read with what follows the cursor', () => {
    expect(typedTypography({ before: 'the boys', typed: "'", after: ' boat' }, 'en')?.insert).toBe('’');
    expect(typedTypography({ before: 'said ', typed: "'", after: 'tis so' }, 'en')?.insert).toBe('’');
    expect(typedTypography({ before: 'a', typed: 'b', after: '' }, 'en')).toBeNull();
  });
});

describe('proposeTypography', () => {
  it.each([
    ...sentences,
    ["'Tis so, rock 'n' roll.", '’Tis so, rock ’n’ roll.'],
    ['Two  blanks  here.  ', 'Two blanks here.  '],
    ['# "Title"\n\n---\n\n* * *\n\n"a', '# “Title”\n\n---\n\n* * *\n\n“a'],
    ['“curly "inner" marks”', '“curly “inner” marks”'],
    ['Already “curly”, it’s said…', 'Already “curly”, it’s said…'],
  ])('%j becomes %j', (text, expected) => {
    expect(proposed(text)).toBe(expected);
  });

  it('names the kind of each proposal', () => {
    expect(proposeTypography('"a" -- b...  c', 'en').map(({ kind }) => kind)).toEqual([
      'quotation-mark',
      'quotation-mark',
      'dash',
      'ellipsis',
      'spaces',
    ]);
  });

  it('has nothing left to propose after its proposals were accepted, and changes no other character', () => {
    const piece = fc.constantFrom('a', 'b', '"', "'", ' ', '-', '.', '*', '\n', '“', '’', '9');
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 40 }), (text) => {
        const once = proposed(text);
        const kept = (whole: string) => whole.replaceAll(/[^ab9*\n]/g, '');
        expect(kept(once)).toBe(kept(text));
        expect(proposeTypography(once, 'en').filter(({ kind }) => kind === 'quotation-mark')).toEqual([]);
      }),
    );
  });

  it('takes time proportional to the length of the text', () => {
    for (const unit of ['"', "'", '-', '.', ' ', '" ', "a'", '* " '])
      expect(proposeTypography(unit.repeat(100_000), 'en').length).toBeGreaterThanOrEqual(0);
  });
});
