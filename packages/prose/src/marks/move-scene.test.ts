import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { placeScene, takeScene } from './move-scene.ts';
import { findScenes } from './scenes.ts';

const withoutRange = (text: string, { from, to }: { from: number; to: number }) => text.slice(0, from) + text.slice(to);

/** Moves a scene to another text. */
function move(from: string, index: number, to: string, toIndex: number): [string, string] {
  const taken = takeScene(from, findScenes(from), index);
  if (!taken) throw new Error('There is no such scene.');
  const scene = from.slice(taken.scene.from, taken.scene.to);
  const placed = placeScene(to, findScenes(to), { index: toIndex, scene, separator: taken.separator });
  const after = to.slice(0, placed.at) + placed.insert + to.slice(placed.at);
  expect(after.startsWith(scene, placed.at + placed.sceneOffset)).toBe(true);
  return [withoutRange(from, taken.removed), after];
}

/** Moves a scene within its text. */
function reorder(text: string, index: number, toIndex: number): string {
  const scenes = findScenes(text);
  const taken = takeScene(text, scenes, index);
  if (!taken) throw new Error('There is no such scene.');
  const { removed, separator } = taken;
  const scene = text.slice(taken.scene.from, taken.scene.to);
  const others = scenes.filter((_scene, at) => at !== index);
  const { at, insert } = placeScene(text, others, { index: toIndex, scene, separator });
  const shift = at > removed.from ? removed.to - removed.from : 0;
  const rest = withoutRange(text, removed);
  return rest.slice(0, at - shift) + insert + rest.slice(at - shift);
}

const three = 'One.\n\n***\n\nTwo.\n#\nThree.';

describe('a scene', () => {
  it('takes the scene break after it along, or the one before it if it is the last one', () => {
    expect(move(three, 0, 'A.\n\n***\n\nB.', 1)).toEqual(['Two.\n#\nThree.', 'A.\n\n***\n\nOne.\n\n***\n\nB.']);
    expect(move(three, 1, 'A.', 0)).toEqual(['One.\n\n***\n\nThree.', 'Two.\n#\nA.']);
    expect(move(three, 2, 'A.', 1)).toEqual(['One.\n\n***\n\nTwo.', 'A.\n#\nThree.']);
    expect(move(three, 2, 'A.', 9)).toEqual(['One.\n\n***\n\nTwo.', 'A.\n#\nThree.']);
  });

  it('gets a scene break when it was the only one of its text', () => {
    expect(move('One.\n', 0, 'A.', 1)).toEqual(['\n', 'A.\n\n***\n\nOne.']);
    expect(move('One.', 0, 'A.\n***\nB.', 0)).toEqual(['', 'One.\n\n***\n\nA.\n***\nB.']);
  });

  it('stands alone in a text without scenes, and not on the line of a scene break', () => {
    expect(move(three, 0, '', 0)[1]).toBe('One.');
    expect(move(three, 0, '\n\n***', 0)[1]).toBe('One.\n\n***');
    expect(move(three, 0, '***', 0)[1]).toBe('One.\n\n***');
  });

  it('is moved within its text', () => {
    expect(reorder(three, 0, 1)).toBe('Two.\n#\nOne.\n\n***\n\nThree.');
    expect(reorder(three, 0, 2)).toBe('Two.\n#\nThree.\n\n***\n\nOne.');
    expect(reorder(three, 2, 0)).toBe('Three.\n#\nOne.\n\n***\n\nTwo.');
  });

  it('is not found beyond the last one', () => {
    expect(takeScene(three, findScenes(three), 3)).toBeNull();
    expect(takeScene('', [], 0)).toBeNull();
  });

  const scene = fc.constantFrom('a', 'b c', '\td', 'e\n\nf', '# g\nh', 'i ');
  const separator = fc.constantFrom('\n\n***\n\n', '\n#\n', '\n* * *\n\n', '\n\n~~~\n\n\n***\n');
  const text = (min: number) =>
    fc
      .array(fc.tuple(scene, separator), { minLength: min, maxLength: 5 })
      .map((parts) => parts.map(([words, between], at) => (at === 0 ? words : between + words)).join(''));
  const place = fc.nat(1000);

  it('is back where it was when it is moved to another text and back', () => {
    fc.assert(
      fc.property(text(1), text(1), place, place, (one, other, from, to) => {
        const index = from % findScenes(one).length;
        const toIndex = to % (findScenes(other).length + 1);
        const [rest, grown] = move(one, index, other, toIndex);
        expect(move(grown, toIndex, rest, index)).toEqual([other, one]);
      }),
      { numRuns: 500 },
    );
  });

  it('is back where it was when it is moved within its text and back', () => {
    fc.assert(
      fc.property(text(2), place, place, (whole, from, to) => {
        const { length } = findScenes(whole);
        const [index, toIndex] = [from % length, to % length];
        if (index === toIndex) return;
        expect(reorder(reorder(whole, index, toIndex), toIndex, index)).toBe(whole);
      }),
      { numRuns: 500 },
    );
  });
});
