import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hostileTexts } from '../testing/hostile-texts.ts';
import { type Block, parseBlocks } from './blocks.ts';
import { findScenes, sceneAt } from './scenes.ts';

const textsOf = (text: string, max?: number) => findScenes(text, max).map(({ from, to }) => text.slice(from, to));

describe('findScenes', () => {
  it.each<[string, string[]]>([
    ['', []],
    [' \n\n', []],
    ['One.', ['One.']],
    ['One.\n\n***\n\nTwo.', ['One.', 'Two.']],
    ['\n\n\tOne.\n\nMore. \n\n', ['\tOne.\n\nMore. ']],
    ['One.\n#\nTwo.\n * * *\n\nThree.', ['One.', 'Two.', 'Three.']],
    ['***\n\nOne.\n\n***', ['One.']],
    ['One.\n\n***\n\n***\n\nTwo.', ['One.', 'Two.']],
    ['# Title\n\nOne.\n\n**\n\n#tag', ['# Title\n\nOne.\n\n**\n\n#tag']],
  ])('divides %j at its scene breaks', (text, scenes) => {
    expect(textsOf(text)).toEqual(scenes);
  });

  it('returns the first scenes up to the maximum', () => {
    const text = 'One.\n***\nTwo.\n***\nThree.';
    expect([textsOf(text, 2), textsOf(text, 3)]).toEqual([
      ['One.', 'Two.'],
      ['One.', 'Two.', 'Three.'],
    ]);
  });

  it('finds the same scene breaks as the blocks of the text', () => {
    const line = fc.constantFrom('', ' ', 'a', '\tb c', '# d', '***', ' ~~~ ', '#', '**');
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join('\n');
        const groups: Block[][] = [[]];
        for (const block of parseBlocks(text)) {
          if (block.kind === 'scene-break') groups.push([]);
          else groups.at(-1)?.push(block);
        }
        const expected = groups.flatMap((blocks) => {
          const [first, last] = [blocks[0], blocks.at(-1)];
          return first && last ? [text.slice(first.range.from, last.range.to)] : [];
        });
        expect(textsOf(text).map((scene) => scene.trim())).toEqual(expected);
      }),
    );
  });

  it.each(Object.entries(hostileTexts(200_000)))('takes linear time for %s', (_name, text) => {
    expect(findScenes(text).every(({ from, to }) => from < to)).toBe(true);
  });
});

describe('sceneAt', () => {
  const text = 'One.\n\n***\n\n***\n\n  Two.';
  const scenes = findScenes(text);
  const at = (position: number) => {
    const scene = sceneAt(scenes, position);
    return scene && text.slice(scene.from, scene.to);
  };

  it('finds the scene of a position, also in the white space around it', () => {
    expect([at(0), at(5), at(text.length - 6), at(text.length)]).toEqual(['One.', 'One.', '  Two.', '  Two.']);
  });

  it('finds none between two scene breaks', () => {
    expect(at(text.indexOf('***') + 4)).toBeUndefined();
  });
});
