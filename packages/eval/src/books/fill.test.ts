import { describe, expect, it } from '@jest/globals';
import { createRandom } from '../random.ts';
import type { Person, Thing } from './cast.ts';
import { createFill } from './fill.ts';

const person = (gender: Person['gender'], first: string): Person => ({
  id: first,
  kind: 'character',
  gender,
  first,
  last: 'Orrin',
  title: null,
  short: first,
  sharesFirst: false,
  sharesLast: false,
});
const [A, B] = [person('woman', 'Edith'), person('man', 'Tomas')];
const P: Thing = { id: 'town', kind: 'place', name: 'Saltry' };
const fillFor = (narrator: Person | null) =>
  createFill({ random: createRandom(1), narrator, adverbs: 0, mention: ({ first }) => first });

describe('a template', () => {
  it.each([
    ['{A} met {B} in {P}{adv}.', 'Edith met Tomas in Saltry.'],
    ['{A.He} took {B.his} hat and {A.his} own.', 'She took his hat and her own.'],
    ['{B.full} was {A}’s {B.spouse}, not {A.his} {B.sibling}.', 'Tomas Orrin was Edith’s husband, not her brother.'],
    ['{an v} and {a w}; {Cap v}.', 'An oboe and a flute; Oboe.'],
  ])('is filled: %s', (template, text) => {
    expect(fillFor(null)(template, { roles: { A, B, P }, values: { v: 'oboe', w: 'flute' } })).toBe(text);
  });

  it('lets a narrator say “I”, except where somebody else speaks', () => {
    const fill = fillFor(A);
    expect(fill('{A} gave {B} {A.his} hat.', { roles: { A, B } })).toBe('I gave Tomas my hat.');
    expect(fill('“{A} has {A.his} hat,” said {B}.', { roles: { A, B } })).toBe('“Edith has her hat,” said Tomas.');
    expect(fill('Ask {A}.', { roles: { A } }, true)).toBe('Ask Edith.');
  });

  it('takes words from lists, with a capital letter where the name of the list has one', () => {
    expect(fillFor(null)('a {plainWeather}', { roles: {} })).toMatch(/^A [a-z]+$/);
    expect(fillFor(null)('{Weather}', { roles: {} })).toMatch(/^[A-Z]/);
  });

  it('throws for a placeholder without a value', () => {
    expect(() => fillFor(null)('{A} saw {nothing}.', { roles: { A } })).toThrow(
      'No value for the placeholder {nothing}',
    );
    expect(() => fillFor(null)('{C}', { roles: { A } })).toThrow('No value for the placeholder {C}');
  });
});
