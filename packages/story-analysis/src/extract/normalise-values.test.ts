import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { areSameValues, normaliseValue, type ValueNormaliser } from './normalise-values.ts';
import { numberOf } from './value-numbers.ts';

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A number below 10,000 in words. */
function inWords(value: number): string {
  if (value < 20) return ones[value] ?? '';
  if (value < 100) return [tens[Math.floor(value / 10)], ...(value % 10 ? [ones[value % 10]] : [])].join('-');
  const [unit, name] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  const rest = value % unit;
  return `${inWords(Math.floor(value / unit))} ${name}${rest === 0 ? '' : `${rest < 100 ? ' and' : ''} ${inWords(rest)}`}`;
}

describe('normalised values', () => {
  it('read every number to 9,999 in words and in digits', () => {
    for (let value = 0; value < 10_000; value += 1)
      expect([inWords(value), numberOf(inWords(value))]).toEqual([inWords(value), value]);
    expect(numberOf('1,802')).toBe(1802);
  });

  it.each<[ValueNormaliser, string, string]>([
    ['colour', 'grey', 'Gray'],
    ['colour', 'grey-green', 'green and grey'],
    ['colour', 'dark brown', 'brown'],
    ['colour', 'blond', 'blonde'],
    ['number', 'thirty-one', '31 years old'],
    ['number', 'nineteen eleven', '1911'],
    ['number', 'nineteen hundred and two', '1902'],
    ['length', 'six foot two', '6′2″'],
    ['length', 'six feet', '183 cm'],
    ['length', '1.83 metres', '6 feet'],
    ['date', '4 March 1911', 'March 4th, 1911'],
    ['date', 'the fourth of March, 1911', '1911-03-04'],
    ['weekday', 'a Tuesday', 'tuesday'],
    ['duration', 'two days', '48 hours'],
    ['duration', 'half an hour', '30 minutes'],
    ['duration', 'an hour and a half', '90 minutes'],
    ['duration', 'two and a half days', '60 hours'],
    ['duration', 'a fortnight', 'two weeks'],
    ['lifeState', 'was killed', 'dead'],
    ['name', 'Captain Venn', 'venn'],
    ['text', 'the village baker', 'village baker'],
    ['journey', 'two days to Harrow', '48 hours to the Harrow'],
  ])('of %s %j and %j are equal', (normaliser, one, other) => {
    expect(normaliseValue(normaliser, one)).not.toBeNull();
    expect(normaliseValue(normaliser, one)).toBe(normaliseValue(normaliser, other));
  });

  it.each<[ValueNormaliser, string, string]>([
    ['colour', 'green', 'blue'],
    ['number', 'thirty-one', 'thirty-two'],
    ['length', 'six foot two', 'five foot two'],
    ['date', '4 March 1911', '5 March 1911'],
    ['weekday', 'Tuesday', 'Monday'],
    ['duration', 'two days', 'three days'],
    ['lifeState', 'alive', 'dead'],
    ['journey', 'two days to Harrow', 'two days to Kent'],
    ['journey', 'two days to Harrow', 'five days to Harrow'],
    ['text', 'baker', 'smith'],
  ])('of %s tell %j from %j', (normaliser, one, other) => expect(areSameValues(normaliser, one, other)).toBe(false));

  it.each<[ValueNormaliser, string, string]>([
    ['colour', 'green', 'grey-green'],
    ['date', 'March 1911', '4 March 1911'],
    ['length', 'six feet', '182 cm'],
    ['duration', 'two days', '50 hours'],
    ['journey', 'two days to Harrow', '50 hours to Harrow'],
    ['colour', 'indescribable', 'Indescribable'],
  ])('of %s allow %j beside %j', (normaliser, one, other) => expect(areSameValues(normaliser, one, other)).toBe(true));

  it('are null or equal to themselves for any text, whatever their case', () => {
    const normalisers: ValueNormaliser[] = [
      'text',
      'colour',
      'number',
      'length',
      'date',
      'weekday',
      'duration',
      'lifeState',
      'name',
      'entry',
      'journey',
    ];
    const words = fc.array(
      fc.constantFrom('two', 'days', 'green', 'March', '4', 'foot', 'to', 'a', 'half', 'and', '—', 'dead', '9'),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...normalisers),
        fc.oneof(
          fc.string(),
          words.map((list) => list.join(' ')),
        ),
        (normaliser, value) => {
          expect(areSameValues(normaliser, value, value)).toBe(true);
          if (/^[\x20-\x7e]*$/.test(value))
            expect(normaliseValue(normaliser, value.toUpperCase())).toBe(
              normaliseValue(normaliser, value.toLowerCase()),
            );
        },
      ),
    );
  });
});
