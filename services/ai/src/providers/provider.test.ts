import { expect, it } from '@jest/globals';
import { estimateTokens } from './provider.ts';

it.each([
  ['nothing', '', 0],
  ['English', 'The snow fell all night.', 6],
  ['Chinese, a token for each character', '雪下了一整夜。', 7],
  ['emoji, two tokens for each', '🐻🐻', 4],
  ['a mixed text', 'snow 雪', 3],
])('estimates the tokens of %s', (_name, text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});
