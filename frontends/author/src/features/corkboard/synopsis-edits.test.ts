import { describe, expect, it } from '@jest/globals';
import type { SceneReply } from '@inkbear/contracts/books/scene';
import { findScene, indexToSave, placeEdits, sceneKeys, type SynopsisEdit } from './synopsis-edits.ts';

/** Scenes in order, each with its first words; the same words are the same text. */
const listOf = (...texts: string[]): SceneReply[] =>
  texts.map((text, index) => ({
    index,
    from: index * 100,
    to: index * 100 + text.length,
    words: 1,
    firstWords: text,
    synopsis: '',
  }));
const edit = (seen: SceneReply | undefined, more: Partial<SynopsisEdit> = {}): SynopsisEdit => ({
  id: 'e1',
  chapterId: 'c1',
  seen: seen as SceneReply,
  typed: 'Ida waits.',
  isSaving: false,
  failure: null,
  hasConflict: false,
  ...more,
});

describe('sceneKeys', () => {
  it('keeps the key of a scene that moves, and gives equal scenes different ones', () => {
    const [storm, harbour] = sceneKeys(listOf('Storm', 'Harbour'));
    expect(sceneKeys(listOf('Harbour', 'Storm'))).toEqual([harbour, storm]);
    expect(new Set(sceneKeys(listOf('Storm', 'Storm'))).size).toBe(2);
  });
});

describe('findScene', () => {
  it('finds a scene after a move, and the nearest of equal ones', () => {
    const [, harbour] = listOf('Storm', 'Harbour');
    expect(findScene(listOf('Harbour', 'Storm'), harbour as SceneReply)).toBe(0);
    expect(findScene(listOf('Harbour', 'Storm', 'Harbour'), harbour as SceneReply)).toBe(0);
    expect(findScene(listOf('Storm', 'Fog', 'Harbour', 'Harbour'), harbour as SceneReply)).toBe(2);
  });

  it('does not find a scene whose text has changed', () => {
    const [storm] = listOf('Storm');
    expect(findScene(listOf('The storm'), storm as SceneReply)).toBeNull();
  });
});

describe('indexToSave', () => {
  const scenes = listOf('Storm', 'Harbour');

  it('is the place of the scene, also after a move', () => {
    expect(indexToSave(scenes, edit(scenes[1]))).toBe(1);
    expect(indexToSave(listOf('Harbour', 'Storm'), edit(scenes[1]))).toBe(0);
  });

  it('is null when another synopsis was saved meanwhile, unless it is the same', () => {
    const stored = (synopsis: string) => scenes.map((scene) => ({ ...scene, synopsis }));
    expect(indexToSave(stored('The bell rings.'), edit(scenes[1]))).toBeNull();
    expect(indexToSave(stored('Ida waits.'), edit(scenes[1]))).toBe(1);
  });

  it('is null when the text of the scene has changed', () => {
    expect(indexToSave(listOf('Storm', 'The harbour'), edit(scenes[1]))).toBeNull();
    expect(indexToSave([], edit(scenes[1]))).toBeNull();
  });
});

describe('placeEdits', () => {
  const scenes = listOf('Storm', 'Harbour', 'Fog');

  it('shows an edit in the card of its scene', () => {
    const { placed, unplaced } = placeEdits(listOf('Fog', 'Storm', 'Harbour'), [edit(scenes[1])]);
    expect([...placed.keys()]).toEqual([2]);
    expect(unplaced).toEqual([]);
  });

  it('shows the edit of a changed scene in its place, or in the nearest card that is free', () => {
    const changed = listOf('Storm', 'The harbour', 'Fog');
    expect([...placeEdits(changed, [edit(scenes[1])]).placed.keys()]).toEqual([1]);
    const fog = edit(scenes[2], { id: 'fog' });
    const { placed } = placeEdits(listOf('Storm', 'Fog'), [edit(scenes[1]), fog]);
    expect([...placed].map(([index, { id }]) => [index, id])).toEqual([
      [1, 'fog'],
      [0, 'e1'],
    ]);
  });

  it('returns the edits for which no card is left', () => {
    expect(placeEdits([], [edit(scenes[0])]).unplaced.map(({ id }) => id)).toEqual(['e1']);
  });
});
