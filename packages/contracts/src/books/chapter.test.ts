import { describe, expect, it } from '@jest/globals';
import { changeSectionsMax, changeSetJson } from './chapter.ts';

const isAccepted = (changes: unknown) => changeSetJson.safeParse(changes).success;
const sections = (length: number) => Array.from({ length }, (_, index) => (index % 2 === 0 ? 1 : [0, 'x']));

describe('the JSON of a ChangeSet', () => {
  it('is a list of lengths and of lengths with inserted lines', () => {
    expect(isAccepted([5, [0, 'one', 'two'], [3], 0])).toBe(true);
  });

  it.each([[null], [{}], [[-1]], [[1.5]], [['a']], [[[]]], [[[0, 1]]], [[[0, 'a', null]]]])('is not %j', (changes) => {
    expect(isAccepted(changes)).toBe(false);
  });

  it(`has at most ${changeSectionsMax} sections`, () => {
    expect(isAccepted(sections(changeSectionsMax))).toBe(true);
    expect(isAccepted(sections(changeSectionsMax + 1))).toBe(false);
  });
});
