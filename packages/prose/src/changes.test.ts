import { describe, expect, it } from '@jest/globals';
import { ChangeSet, EditorState } from '@codemirror/state';
import fc from 'fast-check';
import {
  applyChanges,
  composeChanges,
  diffToChanges,
  InvalidChangesError,
  normaliseNewlines,
  parseChanges,
  parseTextChanges,
  replaceRanges,
  stringifyChanges,
  type TextChanges,
  toPositionMap,
} from './changes.ts';
import { anyText, editedPair } from './testing/texts.ts';

const pair = fc.oneof(editedPair, fc.tuple(anyText, anyText));
const jsonLength = (changes: ChangeSet): number => JSON.stringify(changes).length;

describe('changes between two texts', () => {
  it('apply, also after JSON serialisation and in an editor', () => {
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const changes = diffToChanges(before, after);
        expect(applyChanges(before, changes)).toBe(after);
        const wire: unknown = JSON.parse(JSON.stringify(changes.toJSON()));
        expect(applyChanges(before, parseChanges(wire, before.length))).toBe(after);
        const state = EditorState.create({ doc: before, extensions: EditorState.lineSeparator.of('\n') });
        expect(state.update({ changes }).state.doc.toString()).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  it('equal a change set when ranges are replaced', () => {
    const describeChanges = (changes: TextChanges) => {
      const replaced: unknown[] = [];
      const unchanged: unknown[] = [];
      changes.iterChanges(
        (...[fromA, toA, fromB, toB, inserted]) => void replaced.push([fromA, toA, fromB, toB, inserted.toString()]),
      );
      changes.iterGaps((...gap) => void unchanged.push(gap));
      return { replaced, unchanged, length: changes.length, newLength: changes.newLength };
    };
    fc.assert(
      fc.property(anyText, fc.array(fc.tuple(fc.nat(), fc.nat(), anyText), { maxLength: 4 }), (before, random) => {
        const positions = random.flatMap(([a, b]) => [a % (before.length + 1), b % (before.length + 1)]);
        positions.sort((a, b) => a - b);
        const edits = random.map(([, , insert], index) => ({
          from: positions[2 * index] as number,
          to: positions[2 * index + 1] as number,
          insert,
        }));
        const expected = ChangeSet.of(edits, before.length, '\n');
        const changes = replaceRanges(before.length, edits);
        expect(describeChanges(changes)).toEqual(describeChanges(expected));
        const json = stringifyChanges(changes);
        expect(json).toBe(JSON.stringify(changes));
        expect(describeChanges(ChangeSet.fromJSON(JSON.parse(json)))).toEqual(describeChanges(expected));
      }),
      { numRuns: 1000 },
    );
  });

  it('have the JSON of a change set when one range is replaced, also with escaped characters and line feeds', () => {
    const escapes = fc.string({
      unit: fc.constantFrom('\\', 'n', '\n', '"', '\t', '\u2028', 'é', '🐻'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(escapes, fc.nat(3), fc.nat(3), (insert, from, kept) => {
        const range = { from, to: from + 2, insert };
        const length = from + 2 + kept;
        const expected = JSON.stringify(ChangeSet.of([range], length, '\n'));
        expect(stringifyChanges(replaceRanges(length, [range]))).toBe(expected);
      }),
      { numRuns: 500 },
    );
    expect(stringifyChanges(replaceRanges(3, [{ from: 1, to: 1, insert: '' }]))).toBe('[3]');
  });

  it('compose to one change set', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (a, b, c) => {
        expect(applyChanges(a, composeChanges(diffToChanges(a, b), diffToChanges(b, c)))).toBe(c);
      }),
    );
    expect(() => composeChanges(ChangeSet.empty(1), ChangeSet.empty(2))).toThrow(InvalidChangesError);
  });

  it('are as small as the edit', () => {
    const chapter = 'The bear sat by the river and thought of ink.\n\n'.repeat(300);
    const changes = diffToChanges(chapter, `${chapter.slice(0, 9000)}s${chapter.slice(9000)}`);
    expect(jsonLength(changes)).toBeLessThan(40);
    const two = diffToChanges('one two three four five', 'one 2 three four fives');
    expect(two.toJSON()).toEqual([4, [3, '2'], 16, [0, 's']]);
  });

  it('never split a surrogate pair', () => {
    expect(diffToChanges('a🐻b', 'a🐺b').toJSON()).toEqual([1, [2, '🐺'], 1]);
    expect(() => applyChanges('🐻', ChangeSet.of({ from: 0, to: 1 }, 2))).toThrow(InvalidChangesError);
  });

  it('stay bounded for long texts that share nothing', () => {
    const line = (seed: number) => Array.from({ length: 12 }, (_, at) => `w${(seed * 31 + at * 17) % 997}`).join(' ');
    const before = Array.from({ length: 8000 }, (_, at) => line(at)).join('\n');
    const after = Array.from({ length: 8000 }, (_, at) => line(at * 7 + 3)).join('\n');
    expect(applyChanges(before, diffToChanges(before, after))).toBe(after);
    const word = 'x'.repeat(1_900_000);
    expect(jsonLength(diffToChanges(word, `${word.slice(0, 900_000)}y${word.slice(900_000)}`))).toBeLessThan(60);
  });
});

describe('untrusted changes', () => {
  it.each<[string, unknown, number]>([
    ['no list', {}, 0],
    ['null', null, 0],
    ['wrong length', [3], 4],
    ['too long', [5], 4],
    ['negative', [-1, 2], 1],
    ['fraction', [0.5, 0.5], 1],
    ['NaN', [Number.NaN], 0],
    ['unsafe', [2 ** 60], 4],
    ['string length', ['4'], 4],
    ['empty part', [[]], 0],
    ['number inserted', [[0, 4]], 0],
    ['line break in a line', [[0, 'a\nb']], 0],
    ['CR in a line', [[0, 'a\r']], 0],
    ['half a character', [[0, '\ud83d']], 0],
    ['nested', [[[1]]], 1],
    ['too many', Array.from({ length: 200_001 }, () => 0), 0],
    [
      'a list of one huge part',
      [[0, ...Array.from({ length: 300_000 }, () => 'abcdefghijklmnopqrstuvwxyzabcdefg')]],
      0,
    ],
  ])('are refused with a typed error: %s', (_name, json, length) => {
    expect(() => parseChanges(json, length)).toThrow(InvalidChangesError);
    expect(() => parseTextChanges(json, length)).toThrow(InvalidChangesError);
  });

  it('are parsed in every form that an editor produces', () => {
    expect(applyChanges('abcd', parseChanges([1, [2], [0, 'x', 'y'], 1], 4))).toBe('ax\nyd');
    expect(applyChanges('', parseChanges([], 0))).toBe('');
    expect(
      applyChanges(
        '',
        parseChanges(
          [
            [0, 'a'],
            [0, 'b'],
            [0, ''],
          ],
          0,
        ),
      ),
    ).toBe('ab');
  });

  it('throw only InvalidChangesError for random input', () => {
    const part = fc.oneof(
      fc.integer({ min: -2, max: 12 }),
      fc.array(fc.oneof(fc.integer({ min: -1, max: 9 }), fc.string({ unit: 'binary' })), { maxLength: 3 }),
    );
    const json = fc.oneof(
      { weight: 3, arbitrary: fc.array(part, { maxLength: 6 }) },
      { weight: 1, arbitrary: fc.anything() },
    );
    let accepted = 0;
    fc.assert(
      fc.property(json, fc.nat(14), (value, length) => {
        const text = 'a'.repeat(length);
        const applied = [parseChanges, parseTextChanges].map((parse) => {
          try {
            return applyChanges(text, parse(value, length));
          } catch (error) {
            if (!(error instanceof InvalidChangesError)) throw error;
            return null;
          }
        });
        expect(applied[1]).toBe(applied[0]);
        if (applied[0] !== null) accepted += 1;
      }),
      { numRuns: 5000 },
    );
    expect(accepted).toBeGreaterThan(50);
  });

  it('are rejected when parsing throws unexpectedly', () => {
    const trap = new Proxy([1], {
      get: () => {
        throw new TypeError('trap');
      },
    });
    expect(() => parseChanges(trap, 1)).toThrow(InvalidChangesError);
  });
});

describe('toPositionMap', () => {
  it('maps positions as the change set does', () => {
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const changes = diffToChanges(before, after);
        const map = toPositionMap(changes);
        for (let at = 0; at <= before.length; at += 1)
          for (const side of [-1, 1] as const) expect(map.mapPos(at, side)).toBe(changes.mapPos(at, side));
      }),
    );
  });

  it('maps positions through replaced ranges', () => {
    const map = toPositionMap(
      replaceRanges(10, [
        { from: 2, to: 2, insert: 'ab' },
        { from: 4, to: 7, insert: 'c' },
      ]),
    );
    expect([0, 2, 3, 4, 6, 7, 10].map((at) => [map.mapPos(at, -1), map.mapPos(at, 1)])).toEqual([
      [0, 0],
      [2, 4],
      [5, 5],
      [6, 6],
      [6, 7],
      [7, 7],
      [10, 10],
    ]);
  });
});

it('normaliseNewlines converts every line break to LF', () => {
  expect(normaliseNewlines('a\r\nb\rc\nd\r\n\r\n')).toBe('a\nb\nc\nd\n\n');
});
