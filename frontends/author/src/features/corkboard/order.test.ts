import { describe, expect, it } from '@jest/globals';
import { dropSide, lastPlace, movedText, moveEntry } from './order.ts';

describe('moveEntry', () => {
  it('moves an entry to the index that it has afterwards', () => {
    expect(moveEntry(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moveEntry(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moveEntry(['a', 'b', 'c'], 1, 2)).toEqual(['a', 'c', 'b']);
  });

  it('stops at both ends, and returns null when nothing moves', () => {
    expect(moveEntry(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a']);
    expect(moveEntry(['a', 'b', 'c'], 2, -1)).toEqual(['c', 'a', 'b']);
    expect(moveEntry(['a', 'b', 'c'], 2, 3)).toBeNull();
    expect(moveEntry(['a', 'b', 'c'], 0, -1)).toBeNull();
    expect(moveEntry(['a', 'b', 'c'], 5, 0)).toBeNull();
  });
});

describe('dropSide', () => {
  it('is the side on which the dragged entry appears', () => {
    expect([dropSide(0, 2), dropSide(2, 0), dropSide(1, 1)]).toEqual(['after', 'before', null]);
  });

  it('is before the entry for one of another list', () => {
    expect([dropSide(-1, 0), dropSide(-1, 3)]).toEqual(['before', 'before']);
  });
});

describe('movedText', () => {
  const titleOf = (id: string) => (id === 'c1' ? 'One' : 'Two');

  it('names the chapter once when the scene stays in it', () => {
    expect(movedText({ chapterId: 'c1', index: 1 }, { chapterId: 'c1', index: 0 }, titleOf)).toBe(
      'Scene 2 is now scene 1 of “One”.',
    );
  });

  it('names both chapters, and the end of a chapter', () => {
    expect(movedText({ chapterId: 'c1', index: 1 }, { chapterId: 'c2', index: 0 }, titleOf)).toBe(
      'Scene 2 of “One” is now scene 1 of “Two”.',
    );
    expect(movedText({ chapterId: 'c1', index: 0 }, { chapterId: 'c2', index: lastPlace }, titleOf)).toBe(
      'Scene 1 of “One” is now the last scene of “Two”.',
    );
  });
});
