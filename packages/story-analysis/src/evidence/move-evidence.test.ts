import { describe, expect, it } from '@jest/globals';
import { ChangeSet } from '@codemirror/state';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import fc from 'fast-check';
import { movePassages } from './move-evidence.ts';
import { similarityOf } from './similarity.ts';

const text = 'Mara came in. Her eyes were grey and her coat was wet. She sat down.\n\nNobody spoke.';
const quote = 'Her eyes were grey and her coat was wet.';
const from = text.indexOf(quote);

/** Applies edits, given in positions of the first text, and says where the quote is afterwards. */
function move(edits: readonly { from: number; to?: number; insert?: string }[], base = text) {
  const changes = ChangeSet.of(edits, base.length);
  let later = '';
  let at = 0;
  for (const edit of edits) {
    later += base.slice(at, edit.from) + (edit.insert ?? '');
    at = edit.to ?? edit.from;
  }
  later += base.slice(at);
  const [moved] = movePassages([{ from, to: from + quote.length, quote }], changes, later);
  return { state: moved?.state, text: later.slice(moved?.from, moved?.to) };
}

describe('a passage after edits', () => {
  it('is found where the changes moved it, also when text is inserted directly at its ends', () => {
    expect(move([{ from: 0, insert: 'At noon ' }])).toEqual({ state: 'found', text: quote });
    expect(
      move([
        { from, insert: 'Look! ' },
        { from: from + quote.length, insert: ' Really.' },
      ]),
    ).toEqual({ state: 'found', text: quote });
  });

  it('is located by the changes, even when the same words stand elsewhere', () => {
    const { state, text: found } = move([{ from: 0, insert: `${quote} ` }]);
    expect([state, found]).toEqual(['found', quote]);
    const changes = ChangeSet.of([{ from: 0, insert: `${quote} ` }], text.length);
    const [moved] = movePassages([{ from, to: from + quote.length, quote }], changes, `${quote} ${text}`);
    expect(moved?.from).toBe(from + quote.length + 1);
  });

  it('is found where it was pasted after it was cut', () => {
    expect(
      move([
        { from, to: from + quote.length + 1 },
        { from: text.length, insert: ` ${quote}` },
      ]),
    ).toEqual({ state: 'found', text: quote });
  });

  it('is the nearest one with the same words when it was deleted', () => {
    const base = `${quote} ${'Rain. '.repeat(40)}${quote} Mara left. ${quote}`;
    const second = base.indexOf(quote, 1);
    const changes = ChangeSet.of([{ from: second, to: second + quote.length }], base.length);
    const later = base.slice(0, second) + base.slice(second + quote.length);
    const [moved] = movePassages([{ from: second, to: second + quote.length, quote }], changes, later);
    expect(moved).toEqual({ state: 'found', from: later.lastIndexOf(quote), to: later.length });
  });

  it('is changed while it is similar, and has its new words', () => {
    const grey = text.indexOf('grey');
    expect(move([{ from: grey, to: grey + 4, insert: 'brown' }])).toEqual({
      state: 'changed',
      text: 'Her eyes were brown and her coat was wet.',
    });
  });

  it('is changed where a similar sentence was pasted', () => {
    const pasted = 'Her eyes were grey and her old coat was wet.';
    expect(
      move([
        { from, to: from + quote.length + 1 },
        { from: text.length, insert: ` ${pasted}` },
      ]),
    ).toEqual({ state: 'changed', text: pasted });
  });

  it('is changed at the nearest of several similar sentences, also where the same words stand earlier in another order', () => {
    const words = ['coat', 'her', 'and', 'wet', 'was', 'grey', 'were', 'eyes', 'her'];
    const similar = 'Her eyes were grey and her old coat was wet.';
    const base = `${words.join(' ')}. ${similar} ${'Rain. '.repeat(40)}${similar} ${quote}`;
    const start = base.lastIndexOf(quote);
    const changes = ChangeSet.of([{ from: start, to: base.length }], base.length);
    const later = base.slice(0, start);
    const [moved] = movePassages([{ from: start, to: base.length, quote }], changes, later);
    const nearest = later.lastIndexOf(similar);
    expect(moved).toEqual({ state: 'changed', from: nearest, to: nearest + similar.length });
  });

  it.each([
    ['names somebody else', 'Ida was born in Leeds by the sea.'],
    ['names somebody more', 'Mara Venn was born in Leeds by the sea.'],
    ['is about another person', 'She was born in Leeds by the sea.'],
    ['goes on after its last similar word', 'Mara was born in Leeds by the sea wall of the old harbour.'],
  ])('is lost when the only similar sentence %s', (_what, other) => {
    const born = 'Mara was born in Leeds by the sea.';
    const base = `${born} ${other}`;
    const changes = ChangeSet.of([{ from: 0, to: born.length }], base.length);
    const [moved] = movePassages([{ from: 0, to: born.length, quote: born }], changes, base.slice(born.length));
    expect(moved?.state).toBe('lost');
  });

  it.each([
    [
      'one about somebody else that is more similar',
      'Ida was born in Leeds by the sea.',
      'Mara was born in Leeds by the cold sea.',
    ],
    ['other marks at its end', '', 'Mara was born in Leeds by the sea!”'],
  ])('is changed where a version of it stands with %s', (_what, other, version) => {
    const born = 'Mara was born in Leeds by the sea.';
    const base = `${born} ${other} ${version}`;
    const changes = ChangeSet.of([{ from: 0, to: born.length }], base.length);
    const later = base.slice(born.length);
    const [moved] = movePassages([{ from: 0, to: born.length, quote: born }], changes, later);
    expect([moved?.state, later.slice(moved?.from, moved?.to)]).toEqual(['changed', version]);
  });

  it('is a version of a passage with a capital at another place of the sentence', () => {
    const old = 'The captain, Mara Venn, had grey eyes.';
    const version = 'Captain Mara Venn had grey eyes.';
    const changes = ChangeSet.of([{ from: 0, to: old.length }], old.length + version.length + 1);
    const [moved] = movePassages([{ from: 0, to: old.length, quote: old }], changes, ` ${version}`);
    expect(moved?.state).toBe('changed');
  });

  it('is found at an overlapping place, too', () => {
    const base = 'no, no, no, no';
    const [moved] = movePassages([{ from: 5, to: 5, quote: 'no, no' }], ChangeSet.empty(base.length), base);
    expect(moved).toEqual({ state: 'found', from: 4, to: 10 });
  });

  it('is lost when so much is inserted that its text is no longer similar', () => {
    const middle = text.indexOf('and her');
    expect(move([{ from: middle, to: middle, insert: 'rain and snow '.repeat(500) }]).state).toBe('lost');
  });

  it('is lost when it was deleted or rewritten', () => {
    expect(move([{ from, to: from + quote.length }]).state).toBe('lost');
    expect(move([{ from, to: from + quote.length, insert: 'She took off her gloves.' }]).state).toBe('lost');
  });

  it('stays within the text for any edits', () => {
    const edit = fc.record({ at: fc.nat(60), length: fc.nat(30), insert: fc.string({ maxLength: 20 }) });
    fc.assert(
      fc.property(edit, ({ at, length, insert }) => {
        const to = Math.min(text.length, at + length);
        const later = text.slice(0, at) + insert + text.slice(to);
        const changes = ChangeSet.of({ from: at, to, insert }, text.length);
        const [moved] = movePassages([{ from, to: from + quote.length, quote }], changes, later);
        expect(moved && moved.from >= 0 && moved.from <= moved.to && moved.to <= later.length).toBe(true);
        if (moved?.state === 'found') expect(later.slice(moved.from, moved.to)).toBe(quote);
      }),
    );
  });

  it.each([...Object.entries(hostileTexts(200_000)), ['equal words', 'no, no and no. '.repeat(12_000)]])(
    'is searched for in linear time in %s when it was deleted',
    (_kind, hostile) => {
      const deleted = ChangeSet.of([{ from: 0, to: 300 }], 300);
      const passage = { from: 0, to: 300, quote: `${hostile.slice(1, 280)} moss, rain` };
      const [moved] = movePassages([passage], deleted, hostile);
      expect(moved).toBeDefined();
    },
  );
});

describe('similarity', () => {
  it.each([
    [['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd'], 1],
    [['a', 'b', 'c', 'd'], ['a', 'b', 'x', 'c', 'd'], 8 / 9],
    [['a', 'b'], ['b', 'a'], 0.5],
    [['a'], ['b'], 0],
    [[], [], 0],
  ])('of %j and %j is %d', (one, other, expected) => {
    expect(similarityOf(one, other)).toBeCloseTo(expected, 10);
  });
});
