import { describe, expect, it } from '@jest/globals';
import { findRepeatedWords } from './repeated-words.ts';

const twelve = 'the lamp on the pier went out before the last boat came';

describe('findRepeatedWords', () => {
  it.each<[string, string, string[], string | null]>([
    ['finds twelve successive words', `At dusk ${twelve} home.`, [`First. And so ${twelve}, late.`], twelve],
    ['finds the words as the text writes them', `At dusk ${twelve.toUpperCase()}.`, [twelve], twelve.toUpperCase()],
    ['ignores eleven words', twelve, [twelve.slice(4)], null],
    ['does not join the words of two sources', twelve, [twelve.slice(0, 27), twelve.slice(27)], null],
    ['finds words in the second source', twelve, ['Nothing here.', `So ${twelve}.`], twelve],
    ['finds nothing in a short text', 'the lamp', [twelve], null],
    ['finds nothing in no source', twelve, [], null],
  ])('%s', (_name, text, sources, expected) => {
    expect(findRepeatedWords(text, sources, 12)).toBe(expected);
  });

  it('ignores punctuation and the form of apostrophes', () => {
    expect(findRepeatedWords("It's the day", ['IT’S, the – day'], 3)).toBe("It's the day");
  });

  it('reads long texts whose runs almost repeat only once', () => {
    const run = 'sea '.repeat(11);
    const [text, source] = [`${run}x `.repeat(1000), `${run}y `.repeat(25_000)];
    expect(findRepeatedWords(text, [source], 12)).toBeNull();
    expect(findRepeatedWords(text, [`${source}${run}x`], 12)).toBe(`${run}x`);
  });
});
