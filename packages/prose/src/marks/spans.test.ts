import { describe, expect, it } from '@jest/globals';
import { Parser } from 'commonmark';
import fc from 'fast-check';
import { parseSpans, type Span } from './spans.ts';

const parse = (text: string): Span[] => parseSpans(text, [{ from: 0, to: text.length }]);

/** The printed text of spans: `/emphasis/`, `!strong!`, both `#…#`. */
function printed(text: string, spans: readonly Span[] = parse(text)): string {
  return spans
    .filter(({ kind }) => kind === 'text')
    .map(({ from, to, emphasis, strong }) => {
      const sign = strong ? (emphasis ? '#' : '!') : emphasis ? '/' : '';
      return sign + text.slice(from, to) + sign;
    })
    .join('');
}

/** The style of each printed character, as CommonMark's reference implementation has it. */
function stylesOfReference(text: string): string[] {
  const walker = new Parser().parse(text).walker();
  const depth = { emph: 0, strong: 0 };
  const styles: string[] = [];
  for (let event = walker.next(); event; event = walker.next()) {
    const { type, literal } = event.node;
    if (type === 'emph' || type === 'strong') depth[type] += event.entering ? 1 : -1;
    for (const character of type === 'text' ? (literal ?? '') : '')
      styles.push(`${character}${depth.emph % 2}${Math.min(depth.strong, 1)}`);
  }
  return styles;
}

const stylesOf = (text: string): string[] =>
  parse(text)
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ from, to, emphasis, strong }) =>
      [...text.slice(from, to)].map((character) => `${character}${Number(emphasis)}${Number(strong)}`),
    );

describe('parseSpans', () => {
  it.each([
    ['a *b c* _d_ **e** __f__', 'a /b c/ /d/ !e! !f!'],
    ['***a*** and **b *c* d**', '#a# and !b !#c#! d!'],
    ['*He said _no_, twice.*', '/He said /no/, twice./'],
    ['2 * 3 * 4, 5*3*2, snake_case_name', '2 * 3 * 4, 5*3*2, snake_case_name'],
    ['*open and **open', '*open and **open'],
    ['“*Yes*,” she said. (*No.*)', '“/Yes/,” she said. (/No./)'],
    ['\\*a\\* \\_b_ \\n \\\\', '*a* _b_ \\n \\'],
    ['*a \\* b*', '/a //* b/'],
    ['*ж* **é** *😀*', '/ж/ !é! /😀/'],
    ['', ''],
  ])('reads %j as %j', (text, expected) => {
    expect(printed(text)).toBe(expected);
  });

  it('continues an emphasis over the manual line breaks of a paragraph, in spans of one line each', () => {
    const text = 'a *b\nc* d';
    const spans = parseSpans(text, [
      { from: 0, to: 4 },
      { from: 5, to: 9 },
    ]);
    expect(spans.map(({ from, to }) => text.slice(from, to))).toEqual(['a ', '*', 'b', 'c', '*', ' d']);
    expect(printed(text, spans)).toBe('a /b//c/ d');
  });

  it('covers the lines without gaps', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '*', '_', ' ', '.', '\\') }), (text) => {
        expect(
          parse(text)
            .map(({ from, to }) => text.slice(from, to))
            .join(''),
        ).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('pairs marks as CommonMark does', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '_', '__', ' ', '.', '('), maxLength: 30 }), (middle) => {
        // The letters at both ends prevent blocks that are not paragraphs, and blanks that CommonMark drops.
        const text = `a ${middle.replaceAll(/ +/g, ' ')} b`.replaceAll(/ +/g, ' ');
        expect(stylesOf(text)).toEqual(stylesOfReference(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('terminates on long texts of marks without partners', () => {
    for (const unit of ['*', 'a* ', ' *a', '*a **b ', '_*', 'a**b'])
      expect(parse(unit.repeat(200_000)).at(-1)?.to).toBe(unit.length * 200_000);
  });
});
