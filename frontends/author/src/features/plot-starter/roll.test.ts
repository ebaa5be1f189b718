import { plotStarters } from '@inkbear/contracts/craft/plot-starter';
import { describe, expect, it } from '@jest/globals';
import { type Part, plotSentence, roll } from './roll.ts';

describe('roll', () => {
  it('changes every die except the held ones', () => {
    const first = roll(() => 0, null, new Set());
    expect(first).toEqual({
      genre: plotStarters.genres[0],
      character: plotStarters.characters[0],
      setting: plotStarters.settings[0],
      conflict: plotStarters.conflicts[0],
    });
    const second = roll(() => 0, first, new Set<Part>(['character']));
    expect([
      second.character === first.character,
      second.genre === first.genre,
      second.setting === first.setting,
      second.conflict === first.conflict,
    ]).toEqual([true, false, false, false]);
  });

  it('can reach the last entry of each list', () => {
    expect(roll(() => 0.999_999, null, new Set())).toEqual({
      genre: plotStarters.genres.at(-1),
      character: plotStarters.characters.at(-1),
      setting: plotStarters.settings.at(-1),
      conflict: plotStarters.conflicts.at(-1),
    });
  });

  it('makes one sentence', () => {
    expect(
      plotSentence({ genre: 'crime', setting: 'in a small hotel', character: 'a nurse', conflict: 'finds a letter' }),
    ).toBe('In a small hotel, a nurse finds a letter.');
  });
});
