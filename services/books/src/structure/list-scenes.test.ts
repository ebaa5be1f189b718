import { describe, expect, it } from '@jest/globals';
import { scenesMax } from '@inkbear/contracts/books/scene';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { listScenes } from './list-scenes.ts';

const firstWords = (content: string) => listScenes({ content }).map((scene) => scene.firstWords);

describe('the list of scenes', () => {
  it('has the place, the words and the synopsis of each scene', () => {
    const content = '# Dawn\n\nMara came in.\n\n***\n\nIt rained.';
    const synopses = [{ at: content.indexOf('It'), rev: 2, text: 'Rain' }];
    expect(listScenes({ content, synopses })).toEqual([
      { index: 0, from: 0, to: 21, words: 5, firstWords: 'Dawn Mara came in.', synopsis: '' },
      { index: 1, from: 28, to: 38, words: 2, firstWords: 'It rained.', synopsis: 'Rain' },
    ]);
  });

  it('is empty without a text', () => {
    expect(listScenes({ content: ' \n***\n' })).toEqual([]);
  });

  it('shows the first words on one line, without marks, and never a part of a character', () => {
    expect(firstWords('\t*“Oh!”*\nsaid __Mara__.')).toEqual(['“Oh!” said Mara.']);
    expect(firstWords('word '.repeat(100))[0]).toBe('word '.repeat(16).trim());
    expect(firstWords('a'.repeat(200))[0]).toBe('a'.repeat(80));
    expect(firstWords(`a${'🐻'.repeat(200)}`)[0]?.isWellFormed()).toBe(true);
  });

  it(`has at most ${scenesMax} scenes`, () => {
    expect(listScenes({ content: 'a\n#\n'.repeat(scenesMax + 1) })).toHaveLength(scenesMax);
  });

  it.each(Object.entries(hostileTexts(200_000)))('takes linear time for %s', (_name, content) => {
    expect(listScenes({ content }).every(({ firstWords: { length } }) => length <= 80)).toBe(true);
  });
});
