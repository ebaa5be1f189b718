import { describe, expect, it } from '@jest/globals';
import { countTokens } from './count-tokens.ts';

describe('countTokens', () => {
  it('counts the tokens of o200k_base', () => {
    expect(countTokens('A bear writes a long letter.')).toBe(7);
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
    expect(countTokens('')).toBe(0);
  });

  it.each([
    ['letters', 'x'],
    ['spaces', ' '],
    ['line breaks', '\n'],
    ['tabs', '\t'],
    ['marks', '!'],
    ['half characters', '\ud800'],
  ])('counts a run of 300,000 %s like runs of 64, because its time must not be quadratic', (_name, unit) => {
    const tokens = countTokens(`a${unit.repeat(300_000)}b`);
    expect(tokens).toBeGreaterThan(300_000 / 65);
    expect(tokens).toBeLessThan(700_000);
  });
});
