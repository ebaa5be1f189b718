import { expect, it } from '@jest/globals';
import { ChangeSet, Text } from '@codemirror/state';
import { applyChanges } from './record-browser-saves.ts';

it.each([
  { name: 'an insertion into an empty text', text: '', changes: [{ from: 0, insert: 'one' }] },
  { name: 'an insertion at the end', text: 'one', changes: [{ from: 3, insert: ' two' }] },
  { name: 'lines', text: 'one\n\nthree', changes: [{ from: 4, insert: 'two\n\nand ' }] },
  {
    name: 'a deletion and a replacement',
    text: 'one two three',
    changes: [
      { from: 0, to: 4 },
      { from: 8, to: 13, insert: 'four' },
    ],
  },
])('applyChanges has the text of CodeMirror after $name', ({ text, changes }) => {
  const set = ChangeSet.of(changes, text.length);
  const expected = set.apply(Text.of(text.split('\n'))).toString();
  expect(applyChanges(text, set.toJSON() as never)).toBe(expected);
});
