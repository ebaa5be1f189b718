import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TextRange } from '../text-edit.ts';
import { type Block, isSeparatedByBlanks, parseBlocks, parseBlocksOfPart } from './blocks.ts';

/** Blocks with their texts instead of positions. */
function textsOf(text: string) {
  const at = ({ from, to }: TextRange) => text.slice(from, to);
  return parseBlocks(text).map((block: Block) => {
    if (block.kind === 'paragraph') return block.lines.map(at);
    return block.kind === 'heading' ? `${block.level}: ${at(block.content)}` : block.kind;
  });
}

describe('parseBlocks', () => {
  it('divides paragraphs at blank lines, and keeps other line breaks as manual ones', () => {
    expect(textsOf('\n\n  One\ntwo \n\nThree\n \n\tFour\n')).toEqual([['One', 'two'], ['Three'], ['Four']]);
  });

  it('treats every line as a paragraph in a text without blank lines', () => {
    expect(textsOf('One\ntwo\n\n')).toEqual([['One'], ['two']]);
    expect(textsOf('')).toEqual([]);
  });

  it.each([
    ['# A', '1: A'],
    ['###### A ##', '6: A'],
    ['##  A # B  ', '2: A # B'],
    ['# C#', '1: C#'],
    ['# ##', '1: ##'],
  ])('recognises the heading %j', (text, expected) => {
    expect(textsOf(text)).toEqual([expected]);
  });

  it.each(['***', '* * *', '-----', ' ~ ~~', '⁂', '#'])('recognises the scene break %j', (text) => {
    expect(textsOf(text)).toEqual(['scene-break']);
  });

  it.each(['#tag', '####### A', '**', '*-*', '***a', '##', '— — —'])('treats %j as text', (text) => {
    expect(textsOf(text)).toEqual([[text]]);
  });

  it('ends a paragraph at a heading and at a scene break', () => {
    expect(textsOf('One\n# A\ntwo\n***\nthree\n\nfour')).toEqual([
      ['One'],
      '1: A',
      ['two'],
      'scene-break',
      ['three'],
      ['four'],
    ]);
  });

  it('parses a part of a text like the whole', () => {
    const line = fc.constantFrom('', ' ', 'a', '# b', '***', '\u3000');
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.nat(), (lines, number) => {
        const text = lines.join('\n');
        const isSeparated = isSeparatedByBlanks(lines);
        expect(parseBlocksOfPart(text, isSeparated)).toEqual(parseBlocks(text));
        // A part may begin and end at every blank line.
        const start = lines.indexOf('', number % lines.length);
        if (start < 0) return;
        const offset = lines.slice(0, start).reduce((sum, { length }) => sum + length + 1, 0);
        const part = parseBlocksOfPart(text.slice(offset), isSeparated);
        const expected = parseBlocks(text).filter(({ range }) => range.from >= offset);
        expect(part.map(({ kind, range }) => [kind, range.from + offset])).toEqual(
          expected.map(({ kind, range }) => [kind, range.from]),
        );
      }),
    );
  });

  it('loses no line that is not blank', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('', ' ', 'a', '# b', '***', 'c d', '#')), (lines) => {
        const text = lines.join('\n');
        const ranges = parseBlocks(text).flatMap((block) => (block.kind === 'paragraph' ? block.lines : [block.range]));
        expect(ranges.map(({ from, to }) => text.slice(from, to))).toEqual(lines.filter((line) => line.trim() !== ''));
      }),
    );
  });
});
