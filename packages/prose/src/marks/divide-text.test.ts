import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hostileTexts } from '../testing/hostile-texts.ts';
import { anyText, prose } from '../testing/texts.ts';
import { parseBlocks } from './blocks.ts';
import { divideText, type Join, joinTexts, maxJointUnits, rejoinTexts } from './divide-text.ts';

const divide = (text: string, at: number) => {
  const { from, to } = divideText(text, at);
  return { first: text.slice(0, from), joint: text.slice(from, to), second: text.slice(to) };
};
const joined = (first: string, second: string, { firstTo, joint, secondFrom }: Join = joinTexts(first, second)) =>
  first.slice(0, firstTo) + joint + second.slice(secondFrom);

describe('divideText', () => {
  it.each<[string, string, string, string]>([
    ['One.\n\n|Two.', 'One.', '\n\n', 'Two.'],
    ['One.|\n\nTwo.', 'One.', '\n\n', 'Two.'],
    ['One, |two.', 'One,', ' ', 'two.'],
    ['On|e.', 'On', '', 'e.'],
    ['One.\n\n***\n\n|Two.', 'One.', '\n\n***\n\n', 'Two.'],
    ['One.|\n\n***\n\nTwo.', 'One.', '\n\n***\n\n', 'Two.'],
    ['One.\n*|**\nTwo.', 'One.', '\n***\n', 'Two.'],
    ['One.\n\n***\n\n #\n|\n***\nTwo.', 'One.', '\n\n***\n\n #\n\n***\n', 'Two.'],
    ['|One.', '', '', 'One.'],
    ['***\n\n|One.', '', '***\n\n', 'One.'],
    ['One.|', 'One.', '', ''],
    ['One.\n\n***|', 'One.', '\n\n***', ''],
    ['***|', '', '***', ''],
    ['|', '', '', ''],
  ])('divides %j', (marked, first, joint, second) => {
    expect(divide(marked.replace('|', ''), marked.indexOf('|'))).toEqual({ first, joint, second });
  });

  it('never divides a character', () => {
    expect(divide('🐻🐻', 3)).toEqual({ first: '🐻', joint: '', second: '🐻' });
  });

  it('leaves longer white space and further scene breaks at the end of the first text', () => {
    const long = divide(`One.${'\n'.repeat(500)}Two.`, 4);
    expect([long.first, long.joint.length, long.second]).toEqual([`One.${'\n'.repeat(300)}`, maxJointUnits, 'Two.']);
    const breaks = divide(`One.${'\n***'.repeat(500)}\n\nTwo.`, 4);
    expect([breaks.joint, breaks.second]).toEqual(['\n\n', 'Two.']);
  });

  const lines = fc.array(fc.constantFrom('', ' ', 'a b', '***', '#', '# c')).map((parts) => parts.join('\n'));
  const text = fc.oneof(prose(), anyText, lines);

  it('gives back the text when both parts are joined again', () => {
    fc.assert(
      fc.property(text, fc.nat(), (whole, place) => {
        const { first, joint, second } = divide(whole, place % (whole.length + 1));
        expect(joined(first, second, rejoinTexts(first, joint))).toBe(whole);
        expect(first.isWellFormed() && second.isWellFormed()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each(Object.entries(hostileTexts(200_000)))('takes linear time for %s', (_name, hostile) => {
    const { from, to } = divideText(hostile, hostile.length >> 1);
    expect(from <= to && to - from <= maxJointUnits).toBe(true);
  });
});

describe('joinTexts', () => {
  it.each<[string, string, string]>([
    ['One.', 'Two.', 'One.\n\nTwo.'],
    ['One.\n', 'Two.', 'One.\n\nTwo.'],
    ['One. ', '\n\n\n\tTwo.', 'One.\n\n\tTwo.'],
    ['One.\nMore.', 'Two.', 'One.\nMore.\nTwo.'],
    ['One.\nMore.\n\n', 'Two.', 'One.\nMore.\nTwo.'],
    ['One.\nMore.', 'Two.\n\nEnd.', 'One.\nMore.\n\nTwo.\n\nEnd.'],
    ['One.\n\n***', 'Two.', 'One.\n\n***\n\nTwo.'],
    ['', 'Two.\n', 'Two.\n'],
    [' \n', 'Two.', 'Two.'],
    ['One.\n', '', 'One.\n'],
    ['One.', '\n\n', 'One.'],
    ['', '', ''],
  ])('joins %j and %j', (first, second, expected) => {
    expect(joined(first, second)).toBe(expected);
  });

  it('keeps every block of both texts', () => {
    const part = fc.array(fc.constantFrom('', ' ', 'a', '# b', '***', '\tc')).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(part, part, (first, second) => {
        const linesOf = (text: string) =>
          parseBlocks(text).flatMap((block) =>
            block.kind === 'paragraph' ? block.lines.map(({ from, to }) => text.slice(from, to)) : [block.kind],
          );
        expect(linesOf(joined(first, second))).toEqual([...linesOf(first), ...linesOf(second)]);
      }),
    );
  });

  it.each(Object.entries(hostileTexts(200_000)))('takes linear time for %s', (_name, hostile) => {
    expect(joined(hostile, hostile).length).toBeLessThanOrEqual(2 * hostile.length + 2);
  });
});
