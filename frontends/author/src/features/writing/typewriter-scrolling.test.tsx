import { afterEach, describe, expect, it } from '@jest/globals';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import { typewriterPreference } from './typewriter-preference.ts';
import { typewriterScrolling } from './typewriter-scrolling.ts';

afterEach(() => typewriterPreference.set(false));

const typed: TransactionSpec = {
  changes: { from: 3, insert: '!' },
  selection: { anchor: 4 },
  userEvent: 'input.type',
};
/** How many scroll effects a change of the text “Ida” has. */
const scrollsOf = (spec: TransactionSpec): number =>
  EditorState.create({ doc: 'Ida', extensions: typewriterScrolling }).update(spec).effects.length;

describe('typewriter scrolling', () => {
  it.each<[string, TransactionSpec, number]>([
    ['typing', typed, 1],
    ['deleting', { changes: { from: 0, to: 1 }, userEvent: 'delete.backward' }, 1],
    ['undoing', { changes: { from: 0, to: 1 }, userEvent: 'undo' }, 1],
    ['moving the cursor by keyboard', { selection: { anchor: 1 }, userEvent: 'select' }, 1],
    ['a click', { selection: { anchor: 1 }, userEvent: 'select.pointer' }, 0],
    ['a change of another tab', { changes: { from: 0, insert: 'x' } }, 0],
  ])('follows, or not, %s', (_name, spec, scrolls) => {
    typewriterPreference.set(true);
    expect(scrollsOf(spec)).toBe(scrolls);
  });

  it('is off until the author switches it on', () => {
    expect(scrollsOf(typed)).toBe(0);
  });
});
