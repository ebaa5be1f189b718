import { describe, expect, it } from '@jest/globals';
import { buildContinuation, joinContinuation, wholeSentences } from './continuation.ts';
import { outputTokensFor, type Prompt, wordsFor } from './prompt.ts';

const prompt: Prompt = {
  stable: 'RULES',
  bookLength: 5,
  volatile: 'Write this chapter.',
  nonce: 'qwmzka',
  expects: 'text',
  maxOutputTokens: outputTokensFor(1000),
};

describe('wholeSentences', () => {
  it.each([
    ['a cut in a sentence', 'It snowed. She walked to the', 'It snowed. '],
    ['a cut in a paragraph that has just begun', 'It snowed.\n\nShe', 'It snowed.\n\n'],
    ['a sentence that ends with speech', '“Is it you?” she asked. “Co', '“Is it you?” she asked. '],
    ['speech that ends a sentence', 'He said, “It is.”\n\n“And', 'He said, “It is.”\n\n'],
    ['a cut at the end of a sentence', 'It snowed. She slept.', 'It snowed. She slept.'],
    ['a number with a point', 'It was cold. It cost 3.50 for', 'It was cold. '],
    ['a text without a sentence', 'snow and ice and', 'snow and ice and'],
  ])('%s', (_name, text, expected) => expect(wholeSentences(text)).toBe(expected));

  it('reads a long text of closing marks once', () => {
    for (const text of ['”'.repeat(1_000_000), '” '.repeat(500_000)]) expect(wholeSentences(text) === text).toBe(true);
  });
});

it.each([
  ['It snowed. ', 'She slept.', 'It snowed. She slept.'],
  ['It snowed.', 'She slept.', 'It snowed. She slept.'],
  ['It snowed.', '\n\nShe slept.', 'It snowed.\n\nShe slept.'],
])('joins %j and %j', (written, next, expected) => expect(joinContinuation(written, next)).toBe(expected));

describe('buildContinuation', () => {
  it('asks for the words that are left, after the request and what is written', () => {
    const { volatile, maxOutputTokens, stable } = buildContinuation(prompt, 'word '.repeat(600));
    expect(volatile).toMatch(/^Write this chapter\.\n<data-qwmzka name="written">\nword [^<]*<\/data-qwmzka>/);
    expect(volatile).toContain('at most 400 words');
    expect([maxOutputTokens, stable]).toEqual([outputTokensFor(400), prompt.stable]);
  });

  it('leaves room for an ending', () =>
    expect(buildContinuation(prompt, 'word '.repeat(2000)).maxOutputTokens).toBe(outputTokensFor(150)));
});

it('wordsFor is the inverse of outputTokensFor', () => {
  expect([0, 150, 3500].map((words) => wordsFor(outputTokensFor(words)))).toEqual([0, 150, 3500]);
});
