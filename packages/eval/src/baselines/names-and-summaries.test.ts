import { describe, expect, it } from '@jest/globals';
import { namesIn, summarise } from './names-and-summaries.ts';

describe('namesIn', () => {
  it('finds names inside sentences only, the most frequent first', () => {
    expect(namesIn('The farm burned. Then Mara Vell ran. We saw Mara Vell and Tomas.')).toEqual(['Mara Vell', 'Tomas']);
    expect(namesIn('Elsbeth ran. Elsbeth fell.')).toEqual([]);
  });

  it('finds at most 20 names', () => {
    const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
    expect(namesIn(letters.map((letter) => `We saw Mar${letter}.`).join(' '))).toHaveLength(20);
  });
});

describe('summarise', () => {
  it('returns the first two and the last two sentences', () => {
    expect(summarise('One. Two. Three. Four. Five. Six.')).toBe('One. Two. … Five. Six.');
    expect(summarise('One. Two. Three. Four.')).toBe('One. Two. Three. Four.');
  });

  it('returns at most 600 characters', () => {
    expect(summarise('snow '.repeat(500))).toHaveLength(600);
  });
});
