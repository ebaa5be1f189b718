import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Block, parseBlocks, type TextRange } from './blocks.ts';

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

  it('takes every line for a paragraph in a text without blank lines', () => {
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

  it.each(['#tag', '####### A', '**', '*-*', '***a', '##', '— — —'])('takes %j for text', (text) => {
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
