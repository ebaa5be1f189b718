import { describe, expect, it } from '@jest/globals';
import { belowEdits, editsFor, placementOf } from './placement.ts';

const passage = { from: 4, to: 8, text: 'bear' };
const ofPassage = { kind: 'rewrite', passage, content: 'The bear wrote.' } as const;
const ofChapter = (content: string) => ({ kind: 'rewrite', passage: null, content }) as const;
const applied = (currentText: string, edits: { from: number; to: number; insert: string }[] | null) =>
  (edits ?? []).reduceRight((text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to), currentText);

describe('placementOf for a passage', () => {
  it('follows the mark, even if the same words occur elsewhere', () => {
    const currentText = 'A bear came. The bear wrote.';
    const placement = placementOf(currentText, ofPassage, 'ink', { from: 17, to: 21 });
    expect(applied(currentText, editsFor(currentText, placement, 'ink'))).toBe('A bear came. The ink wrote.');
  });
  it('finds an unmarked passage by its words when they occur once', () => {
    const currentText = 'Look: the bear wrote.';
    expect(placementOf(currentText, ofPassage, 'ink', null)).toMatchObject({
      place: 'passage',
      range: { from: 10, to: 14 },
    });
    expect(placementOf('bear, bear', ofPassage, 'ink', null).place).toBe('lost');
  });
  it('places the text below a changed passage', () => {
    const currentText = 'The big beard wrote.';
    const placement = placementOf(currentText, ofPassage, 'ink', { from: 4, to: 13 });
    expect(placement.place).toBe('lost');
    expect(applied(currentText, editsFor(currentText, placement, 'ink'))).toBe('The big beard wrote.\n\nink');
  });
  it('does not match a deleted passage to the same words elsewhere', () => {
    const currentText = 'Wrote. A bear came.';
    const placement = placementOf(currentText, ofPassage, 'ink', 'gone');
    expect(placement.place).toBe('lost');
    expect(applied(currentText, editsFor(currentText, placement, 'ink'))).toBe('Wrote. A bear came.\n\nink');
  });
  it('returns no edits when the passage changes between display and click', () => {
    expect(editsFor('The boar wrote.', placementOf('The bear wrote.', ofPassage, 'ink', passage), 'ink')).toBeNull();
  });
});

describe('placementOf for the chapter', () => {
  it('keeps the author’s later changes elsewhere', () => {
    const currentText = 'She ran. He sat. It rained. The end.';
    const placement = placementOf(
      currentText,
      ofChapter('She ran. He sat. It rained.'),
      'She walked. He sat. It rained.',
      null,
    );
    expect(placement).toMatchObject({ conflicts: [], after: 'She walked. He sat. It rained. The end.' });
    expect(applied(`${currentText} Really.`, editsFor(`${currentText} Really.`, placement, placement.after))).toBe(
      'She walked. He sat. It rained. The end. Really.',
    );
  });
  it('reports conflicts, and returns no edits for text that was typed after the display', () => {
    const placement = placementOf('She flew.', ofChapter('She ran.'), 'She walked.', null);
    expect(placement).toMatchObject({ conflicts: [{ from: 4, to: 8 }], before: 'She flew.', after: 'She walked.' });
    expect(editsFor('She swam.', placement, 'She walked.')).toBeNull();
  });
  it('returns minimal edits', () => {
    const currentText = 'She ran. He sat.';
    expect(
      editsFor(
        currentText,
        placementOf(currentText, ofChapter(currentText), 'She ran. He stood.', null),
        'She ran. He stood.',
      ),
    ).toEqual([{ from: 12, to: 15, insert: 'stood' }]);
  });
  it('places an extension at the end', () => {
    const placement = placementOf('One.', { kind: 'extend', passage: null, content: 'One.' }, 'Two.', null);
    expect(applied('One.', editsFor('One.', placement, placement.after))).toBe('One.\n\nTwo.');
    expect(applied('', belowEdits('', placement, 'Two.'))).toBe('Two.');
    const inside = placementOf('The bear wrote.\n\nIt slept.', ofPassage, 'ink', passage);
    expect(applied('The bear wrote.\n\nIt slept.', belowEdits('The bear wrote.\n\nIt slept.', inside, 'ink'))).toBe(
      'The bear wrote.\n\nink\n\nIt slept.',
    );
  });
});
