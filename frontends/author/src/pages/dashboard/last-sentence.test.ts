import { expect, it } from '@jest/globals';
import { lastSentence } from './last-sentence.ts';

it.each([
  ['', ''],
  ['  \n\n', ''],
  ['One. Two? Three!', 'Three!'],
  ['A first paragraph.\n\n“Stay,” she said. “It is late.”\n', '“It is late.”'],
  ['No stop at all', 'No stop at all'],
  ['He went out. And then', 'And then'],
])('the last sentence of %j is %j', (text, words) => expect(lastSentence(text)).toBe(words));

it('truncates between words and reads only the end of a long text', () => {
  const words = lastSentence(
    `${'Never shown. '.repeat(100_000)}${'rolling on and on '.repeat(20)}until the tide turned.`,
  );
  expect([
    words.startsWith('… '),
    words.endsWith('until the tide turned.'),
    words.length <= 182,
    /^… (?:rolling|on|and)\b/.test(words),
  ]).toEqual([true, true, true, true]);
});
