import { expect, it } from '@jest/globals';
import { editsBetween } from './edits-between.ts';

const apply = (text: string, edits: ReturnType<typeof editsBetween>) =>
  edits.toReversed().reduce((result, { from, to, insert }) => result.slice(0, from) + insert + result.slice(to), text);

it.each([
  ['', 'A new line.'],
  ['Two words', ''],
  ['Ida lit the lamp.\nIt burned.', 'Ida left.\nIt burned low.'],
  ['same', 'same'],
])('turns %j into %j', (before, after) => {
  const edits = editsBetween(before, after);
  expect(apply(before, edits)).toBe(after);
  if (before === after) expect(edits).toEqual([]);
});
