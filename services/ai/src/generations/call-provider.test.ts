import { expect, it } from '@jest/globals';
import type { Prompt } from '../prompts/prompt.ts';
import { testModel } from '../testing/test-models.ts';
import { withOutputLimit } from './call-provider.ts';

/** Its two parts have about 1,000 tokens together. */
const prompt: Prompt = {
  stable: 'word '.repeat(400),
  bookLength: 0,
  volatile: 'word '.repeat(400),
  nonce: 'abcdef',
  expects: 'text',
  maxOutputTokens: 3000,
};

it.each([
  ['adds room for reasoning', { reasoningTokens: 500 }, 3500],
  ['is at most what the model can write', { reasoningTokens: 500, maxOutputTokens: 3200 }, 3200],
  ['is at most what the prompt leaves of a small window', { reasoningTokens: 500, window: 3000 }, 2000],
  ['has a quarter of the window when the prompt fills it', { window: 900 }, 225],
  ['is not lowered by a long prompt in a large window', { window: 16_000 }, 3000],
])('the output limit %s', (_what, change, expected) => {
  expect(withOutputLimit(prompt, { ...testModel, ...change }).maxOutputTokens).toBe(expected);
});
