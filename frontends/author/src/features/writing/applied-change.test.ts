import { ChangeSet, Text } from '@codemirror/state';
import { expect, it } from '@jest/globals';
import { inverseEdits, LaterChanges, changedRanges } from './applied-change.ts';

const minute = 60_000;

it.each([
  ['while every later step is recorded', 0],
  ['later, with a diff of the two texts', 10 * minute],
])('a change is reverted at its current position, %s', (_when, at) => {
  const before = Text.of(['The bear wrote. It slept.']);
  const made = ChangeSet.of({ from: 4, to: 8, insert: 'boar' }, before.length);
  const text = made.apply(before);
  const later = new LaterChanges(text, 0);
  let currentText = text;
  for (const change of [
    { from: 0, insert: 'Once. ' },
    { from: text.length + 6, insert: ' The end.' },
  ]) {
    const step = ChangeSet.of(change, currentText.length);
    currentText = step.apply(currentText);
    if (later.isRecording(at)) later.record(step);
  }
  const edits = inverseEdits(changedRanges(made, before), later.upTo(currentText, at), currentText);
  expect(edits).toEqual([{ from: 10, to: 14, insert: 'bear' }]);
  expect(later.isRecording(10 * minute)).toBe(false);
});
