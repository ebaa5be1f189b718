import { describe, expect, it } from '@jest/globals';
import { scenesMax } from '@inkbear/contracts/books/scene';
import { replaceRanges } from '@inkbear/prose/changes';
import { findScenes } from '@inkbear/prose/marks/scenes';
import type { TextEdit } from '@inkbear/prose/text-edit';
import { moveSynopses, type Synopsis, synopsisOf, withSynopsis } from './synopses.ts';

const text = 'One.\n\n***\n\nTwo.\n\n***\n\nThree.';
const starts = ['One.', 'Two.', 'Three.'].map((scene) => text.indexOf(scene));
const synopses: Synopsis[] = starts.map((at, index) => ({ at, rev: 2, text: `about ${index + 1}` }));

/** The synopses of the scenes of a text after an edit. */
function edit(...edits: TextEdit[]): { after: string; shown: (string | undefined)[] } {
  const changes = replaceRanges(text.length, edits);
  let after = '';
  let at = 0;
  for (const { from, to, insert } of edits) {
    after += text.slice(at, from) + insert;
    at = to;
  }
  after += text.slice(at);
  const moved = moveSynopses(synopses, { before: text, changes }, 3);
  return { after, shown: findScenes(after).map((scene) => synopsisOf(scene, moved)?.text) };
}
const all = ['about 1', 'about 2', 'about 3'];
const [first = 0, second = 0, third = 0] = starts;

describe('synopses', () => {
  it('stay with their scenes when text is written before or inside them', () => {
    expect(edit({ from: 0, to: 0, insert: 'Now. ' }).shown).toEqual(all);
    expect(
      edit({ from: second, to: second, insert: 'Now. ' }, { from: third + 2, to: third + 2, insert: 'x' }).shown,
    ).toEqual(all);
    expect(edit({ from: second, to: second, insert: 'New.\n\n***\n\n' }).shown).toEqual([
      'about 1',
      undefined,
      'about 2',
      'about 3',
    ]);
    expect(edit({ from: second, to: second + 4, insert: 'Rewritten.' }).shown).toEqual(all);
  });

  it('are not written again when a change is behind all of them', () => {
    const changes = replaceRanges(text.length, [{ from: text.length, to: text.length, insert: ' More.' }]);
    expect(moveSynopses(synopses, { before: text, changes }, 3)).toBe(synopses);
  });

  it('have the revision since which they stand where they are', () => {
    const changes = replaceRanges(text.length, [{ from: second, to: second, insert: 'x' }]);
    expect(moveSynopses(synopses, { before: text, changes }, 3).map(({ at, rev }) => [at, rev])).toEqual([
      [first, 2],
      [second + 1, 3],
      [third + 1, 3],
    ]);
  });

  it('go with their scene when all of it is deleted, also a letter at a time', () => {
    expect(edit({ from: second, to: third, insert: '' }).shown).toEqual(['about 1', 'about 3']);
    expect(edit({ from: second, to: second + 4, insert: '' }).shown).toEqual(['about 1', 'about 3']);
    expect(edit({ from: second, to: second + 3, insert: '' }).shown).toEqual(['about 1', undefined, 'about 3']);
    expect(edit({ from: second, to: second + 2, insert: '' }).shown).toEqual(all);
  });

  it('come back when the scene break between two joined scenes does', () => {
    const mark = { from: second - 5, to: second, insert: '\n\n' };
    const joined = edit(mark);
    expect(joined.shown).toEqual(['about 1', 'about 3']);
    const changes = replaceRanges(text.length, [mark]);
    const moved = moveSynopses(synopses, { before: text, changes }, 3);
    const at = joined.after.indexOf('Two.');
    const again = replaceRanges(joined.after.length, [{ from: at, to: at, insert: '***\n\n' }]);
    const back = moveSynopses(moved, { before: joined.after, changes: again }, 4);
    const divided = `${joined.after.slice(0, at)}***\n\n${joined.after.slice(at)}`;
    expect(findScenes(divided).map((scene) => synopsisOf(scene, back)?.text)).toEqual(all);
  });

  it('are at most as many as listed scenes: a new one is stored, and one that has not moved for long goes', () => {
    const scene = findScenes(text)[2];
    if (!scene) throw new Error('The text has a third scene.');
    const joined = Array.from({ length: scenesMax }, (_one, index) => ({ at: first, rev: 10 + index, text: 'old' }));
    const stored = withSynopsis(joined, text, scene, { text: 'new', rev: 5000 });
    expect([stored.length, stored.at(-1)?.text, stored.some(({ rev }) => rev === 10)]).toEqual([
      scenesMax,
      'new',
      false,
    ]);
  });

  it('replace what was said about a scene, and are removed by an empty text', () => {
    const scene = findScenes(text)[1];
    if (!scene) throw new Error('The text has a second scene.');
    const texts = (list: readonly Synopsis[]) => list.map((synopsis) => synopsis.text);
    expect(withSynopsis(synopses, text, scene, { text: 'new', rev: 5 })[1]).toEqual({
      at: second,
      rev: 5,
      text: 'new',
    });
    expect(texts(withSynopsis(synopses, text, scene, { text: '', rev: 5 }))).toEqual(['about 1', 'about 3']);
  });

  it('keep that of a joined scene, which is not shown, when the one before it is replaced', () => {
    const joined = 'One.\n\nTwo.';
    const [scene] = findScenes(joined);
    if (!scene) throw new Error('The text has a scene.');
    const before = [
      { at: 0, rev: 2, text: 'about 1' },
      { at: 6, rev: 2, text: 'about 2' },
    ];
    const after = withSynopsis(before, joined, scene, { text: 'new', rev: 5 });
    expect([synopsisOf(scene, after)?.text, after.map((each) => each.text)]).toEqual(['new', ['new', 'about 2']]);
  });
});
