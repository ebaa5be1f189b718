import { describe, expect, it } from '@jest/globals';
import { belowEdits, editsFor, landingOf } from './landing.ts';

const passage = { from: 4, to: 8, text: 'bear' };
const ofPassage = { kind: 'rewrite', passage, content: 'The bear wrote.' } as const;
const ofChapter = (content: string) => ({ kind: 'rewrite', passage: null, content }) as const;
const applied = (now: string, edits: { from: number; to: number; insert: string }[] | null) =>
  (edits ?? []).reduceRight((text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to), now);

describe('a proposal for a passage', () => {
  it('lands where its mark has moved to, also when its words stand elsewhere too', () => {
    const now = 'A bear came. The bear wrote.';
    const landing = landingOf(now, ofPassage, 'ink', { from: 17, to: 21 });
    expect(applied(now, editsFor(now, landing, 'ink'))).toBe('A bear came. The ink wrote.');
  });
  it('without a mark is found by its words when they stand once', () => {
    const now = 'Look: the bear wrote.';
    expect(landingOf(now, ofPassage, 'ink', null)).toMatchObject({ place: 'passage', span: { from: 10, to: 14 } });
    expect(landingOf('bear, bear', ofPassage, 'ink', null).place).toBe('lost');
  });
  it('that changed can only go below it', () => {
    const now = 'The big beard wrote.';
    const landing = landingOf(now, ofPassage, 'ink', { from: 4, to: 13 });
    expect(landing.place).toBe('lost');
    expect(applied(now, editsFor(now, landing, 'ink'))).toBe('The big beard wrote.\n\nink');
  });
  it('that was deleted is not taken for the same words elsewhere', () => {
    const now = 'Wrote. A bear came.';
    const landing = landingOf(now, ofPassage, 'ink', 'gone');
    expect(landing.place).toBe('lost');
    expect(applied(now, editsFor(now, landing, 'ink'))).toBe('Wrote. A bear came.\n\nink');
  });
  it('that changes between the look and the click is not replaced', () => {
    expect(editsFor('The boar wrote.', landingOf('The bear wrote.', ofPassage, 'ink', passage), 'ink')).toBeNull();
  });
});

describe('a proposal for the chapter', () => {
  it('keeps what the author wrote meanwhile in another place', () => {
    const now = 'She ran. He sat. It rained. The end.';
    const landing = landingOf(now, ofChapter('She ran. He sat. It rained.'), 'She walked. He sat. It rained.', null);
    expect(landing).toMatchObject({ clashes: [], after: 'She walked. He sat. It rained. The end.' });
    expect(applied(`${now} Really.`, editsFor(`${now} Really.`, landing, landing.after))).toBe(
      'She walked. He sat. It rained. The end. Really.',
    );
  });
  it('says so when both wrote in one place, and changes nothing that was typed after the look', () => {
    const landing = landingOf('She flew.', ofChapter('She ran.'), 'She walked.', null);
    expect(landing).toMatchObject({ clashes: [{ from: 4, to: 8 }], before: 'She flew.', after: 'She walked.' });
    expect(editsFor('She swam.', landing, 'She walked.')).toBeNull();
  });
  it('touches no more than what differs', () => {
    const now = 'She ran. He sat.';
    expect(editsFor(now, landingOf(now, ofChapter(now), 'She ran. He stood.', null), 'She ran. He stood.')).toEqual([
      { from: 12, to: 15, insert: 'stood' },
    ]);
  });
  it('that extends it goes to its end', () => {
    const landing = landingOf('One.', { kind: 'extend', passage: null, content: 'One.' }, 'Two.', null);
    expect(applied('One.', editsFor('One.', landing, landing.after))).toBe('One.\n\nTwo.');
    expect(applied('', belowEdits('', landing, 'Two.'))).toBe('Two.');
    const inside = landingOf('The bear wrote.\n\nIt slept.', ofPassage, 'ink', passage);
    expect(applied('The bear wrote.\n\nIt slept.', belowEdits('The bear wrote.\n\nIt slept.', inside, 'ink'))).toBe(
      'The bear wrote.\n\nink\n\nIt slept.',
    );
  });
});
