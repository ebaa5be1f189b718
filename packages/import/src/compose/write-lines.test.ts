import { describe, expect, it } from '@jest/globals';
import { parseBlocks } from '@inkbear/prose/marks/blocks';
import { parseSpans } from '@inkbear/prose/marks/spans';
import fc from 'fast-check';
import { joinRuns, type Run, type StyledLine, styleOf, toStyledLine } from './styled-line.ts';
import { writeLines } from './write-lines.ts';

/** `e` emphasis, `s` strong. */
const run = (text: string, style = ''): Run => ({ text, emphasis: style.includes('e'), strong: style.includes('s') });
const write = (...runs: readonly Run[]) => writeLines([{ runs, anchors: [] }]);

describe('a line with styles', () => {
  it.each<[string, Run[]]>([
    ['She *saw* it.', [run('She '), run('saw', 'e'), run(' it.')]],
    ['*She saw* it.', [run('She saw ', 'e'), run('it.')]],
    ['a **b** ***c***', [run('a '), run('b', 's'), run(' '), run('c', 'es')]],
    ['a *b* *c*', [run('a '), run('b', 'e'), run(' '), run('c', 'e')]],
    ['*a **b** c*', [run('a ', 'e'), run('b', 'es'), run(' c', 'e')]],
    ['***a** b*', [run('a', 'es'), run(' b', 'e')]],
    ['“*Yes*,” he said.', [run('“'), run('Yes', 'e'), run(',” he said.')]],
    ['*a*__b__', [run('a', 'e'), run('b', 's')]],
    ['\\*no\\* 2 * 3, 5*3 snake_case \\_x\\_', [run('*no* 2 * 3, 5*3 snake_case _x_')]],
    ['\\\\*a*', [run('\\'), run('a', 'e')]],
    ['back\\slash \\\\\\* \\\\', [run('back\\slash \\* \\')]],
    ['\\# no heading', [run('# no heading')]],
    ['\\* * \\*', [run('* * *')]],
    ['\\-----', [run('-----')]],
    ['*\\**', [run('*', 'e')]],
  ])('is written as %j', (text, runs) => {
    expect(write(...runs)).toEqual({ text, anchors: [], isStyleChanged: false });
  });

  it.each<[string, Run[]]>([
    ['Once upon', [run('O', 's'), run('nce upon')]],
    ['*Well* done', [run('Wel', 'e'), run('l done')]],
    ['*unbelievable*', [run('un'), run('believab', 'e'), run('le')]],
    ['a word(s) b', [run('a word'), run('(s)', 'e'), run(' b')]],
  ])('has one style for each word where the grammar has no mark: %j', (text, runs) => {
    expect(write(...runs)).toEqual({ text, anchors: [], isStyleChanged: true });
  });

  it('keeps the places of comments', () => {
    const anchor = { kind: 'anchor', comment: 0, edge: 'start' } as const;
    const end = { kind: 'anchor', comment: 0, edge: 'end' } as const;
    const { text, anchors } = writeLines([
      { runs: [run('first')], anchors: [] },
      {
        runs: [run('a*b '), run('saw', 'e'), run(' it')],
        anchors: [
          { anchor, at: 4 },
          { anchor: end, at: 7 },
        ],
      },
    ]);
    expect(text).toBe('first\na\\*b *saw* it'.replace('\\*', '*'));
    expect(anchors.map(({ at }) => text.slice(at))).toEqual(
      ['*saw* it', '* it'].map((rest) => expect.stringContaining(rest.slice(1))),
    );
  });
});

/** Characters with their styles, as the grammar reads them; white space has none. */
function readBack(text: string): string[] {
  const lines = parseBlocks(text).flatMap((block) => {
    if (block.kind !== 'paragraph') throw new Error(`A ${block.kind} was written.`);
    return block.lines;
  });
  return parseSpans(text, lines)
    .filter(({ kind }) => kind === 'text')
    .flatMap((span) => charactersOf([{ ...span, text: text.slice(span.from, span.to) }]));
}
const charactersOf = (runs: readonly Run[]): string[] =>
  runs.flatMap((one) => Array.from(one.text.replaceAll(/\s/g, ''), (character) => character + styleOf(one)));

const toLine = (runs: readonly Run[]): StyledLine =>
  toStyledLine(
    runs.map((one) => ({ kind: 'text', ...one })),
    () => '',
  );

describe('lines of any runs', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '*', '_', '\\', '#', '-', '~', '.', '“', '😀', 'é') });
  const runs = fc
    .array(fc.record({ text, emphasis: fc.boolean(), strong: fc.boolean() }), { minLength: 1, maxLength: 6 })
    .map(joinRuns)
    .filter((list) => list.some((one) => one.text.trim() !== ''));

  it('have the same characters, and the same styles unless a loss is recorded', () => {
    fc.assert(
      fc.property(fc.array(runs, { minLength: 1, maxLength: 3 }), (lines) => {
        const { text: written, isStyleChanged } = writeLines(lines.map(toLine));
        const letters = (characters: readonly string[]): string =>
          characters.map((character) => Array.from(character)[0]).join('');
        const expected = charactersOf(lines.flat());
        const actual = readBack(written);
        expect(letters(actual)).toBe(letters(expected));
        if (!isStyleChanged) expect(actual).toEqual(expected);
      }),
      { numRuns: 5_000 },
    );
  });

  it('have the styles of whole words without a loss', () => {
    const word = fc.record({
      text: fc.constantFrom('snow', 'bear', '(a)', '“Yes,”', 'one-two'),
      style: fc.constantFrom('', 'e', 's', 'es'),
    });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (list) => {
        const line = list.flatMap(({ text: own, style }, index) => [...(index > 0 ? [run(' ')] : []), run(own, style)]);
        const { text: written, isStyleChanged } = write(...line);
        expect([isStyleChanged, readBack(written)]).toEqual([false, charactersOf(line)]);
      }),
      { numRuns: 2_000 },
    );
  });
});
