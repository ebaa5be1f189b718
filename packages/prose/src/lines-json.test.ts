import { describe, expect, it } from '@jest/globals';
import { ChangeSet } from '@codemirror/state';
import fc from 'fast-check';
import { hasShortLines, joinLinesInJson, linesAsJson } from './lines-json.ts';

/** Texts of characters that JSON escapes, or that look like its punctuation. */
const escapes = fc.string({
  unit: fc.constantFrom('\\', 'n', '\n', '"', ',', '[', ']', '\t', '\u2028', 'é', '🐻'),
  maxLength: 30,
});

describe('linesAsJson', () => {
  it('equals the JSON of the split text', () => {
    fc.assert(
      fc.property(escapes, (text) => {
        expect(`[${linesAsJson(text)}]`).toBe(JSON.stringify(text.split('\n')));
        const short = `${'\n'.repeat(text.length + 1)}${text}`;
        expect(`[${linesAsJson(short)}]`).toBe(JSON.stringify(short.split('\n')));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('joinLinesInJson', () => {
  it('joins the lines of every replaced range and changes nothing else', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(3), escapes), { maxLength: 4 }), (edits) => {
        let length = 0;
        const specs = edits.map(([kept, removed, insert]) => {
          const from = length + kept;
          length = from + removed;
          return { from, to: length, insert };
        });
        const json = ChangeSet.of(specs, length, '\n').toJSON() as (number | [number, ...string[]])[];
        const joined = json.map((part) => {
          if (typeof part === 'number') return part;
          const [removed, ...lines] = part;
          return lines.length === 0 ? [removed] : [removed, lines.join('\n')];
        });
        expect(JSON.parse(joinLinesInJson(JSON.stringify(json)))).toEqual(joined);
      }),
      { numRuns: 1000 },
    );
  });
});

it('finds JSON of many short lines', () => {
  const jsonOf = (line: string, count: number) => JSON.stringify([[0, ...Array<string>(count).fill(line)]]);
  expect(
    [jsonOf('a', 5000), jsonOf('a', 10), jsonOf('A line of more than twenty units.', 5000)].map(hasShortLines),
  ).toEqual([true, false, false]);
});
