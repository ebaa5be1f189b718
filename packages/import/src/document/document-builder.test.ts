import { describe, expect, it } from '@jest/globals';
import { DocumentBuilder, plainText } from './document-builder.ts';
import { isOrnament } from './ornament.ts';
import type { SourceBlock } from './source-document.ts';

const plain = { emphasis: false, strong: false };
const shown = (blocks: readonly SourceBlock[]): string[] =>
  blocks.map((block) => ('lines' in block ? `${block.kind}: ${plainText(block.lines)}` : block.kind));

describe('an ornament', () => {
  it.each([
    '***',
    '* * *',
    '#',
    '###',
    '~',
    '⁂',
    '❦',
    '— — —',
    '-----',
    '___',
    '~❦~',
    '-o0o-',
    '•',
    '✶ ✶ ✶',
    '❖\ufe0f',
  ])('is %j', (text) => {
    expect(isOrnament(text)).toBe(true);
  });

  it.each(['...', '…', '—', '- -', 'o', 'xxx', '', '?', '# 1', '12', '❤️', '*a*', `${'*'.repeat(100)}`])(
    'is not %j',
    (text) => {
      expect(isOrnament(text)).toBe(false);
    },
  );
});

describe('a document', () => {
  it('has clean texts', () => {
    const builder = new DocumentBuilder();
    builder.addText('a\u0000\u00ad\u200bb\te\u0301\ud83d', plain);
    builder.addText(' c', plain);
    builder.addText('\u0327', plain);
    builder.addText(' d', { emphasis: true, strong: false });
    builder.endParagraph({});
    expect(builder.build().blocks).toEqual([
      expect.objectContaining({
        lines: [
          [
            { kind: 'text', text: 'ab é\ufffd ç', ...plain },
            { kind: 'text', text: ' d', emphasis: true, strong: false },
          ],
        ],
      }),
    ]);
  });

  it('divides a paragraph at its blank lines', () => {
    const builder = new DocumentBuilder();
    builder.addText('a\nb\n \nc', plain);
    builder.endParagraph({});
    expect(shown(builder.build().blocks)).toEqual(['paragraph: a\nb', 'paragraph: c']);
  });

  it('counts blank paragraphs, but not at the top of a page', () => {
    const builder = new DocumentBuilder();
    const add = (...texts: readonly string[]): void => {
      for (const text of texts) {
        builder.addText(text, plain);
        builder.endParagraph({});
      }
    };
    add('a', '', ' ', 'b');
    builder.addPageBreak();
    builder.addPageBreak({ role: 'dedication' });
    add('', '', 'c', '', '* * *');
    const { blocks } = builder.build();
    expect(shown(blocks)).toEqual([
      'paragraph: a',
      'blank',
      'paragraph: b',
      'page-break',
      'paragraph: c',
      'blank',
      'scene-break: ',
    ]);
    expect([blocks[1], blocks[3]]).toEqual([
      { kind: 'blank', count: 2 },
      { kind: 'page-break', role: 'dedication', isIncluded: true },
    ]);
  });

  it('sets notes and text boxes aside', () => {
    const builder = new DocumentBuilder();
    builder.addText('a', plain);
    builder.startNote();
    builder.addText('note', plain);
    builder.endParagraph({});
    builder.addText('more', plain);
    builder.addNoteReference(builder.endNote());
    builder.startAside();
    builder.addText('box', plain);
    builder.endAside();
    builder.addText('b', plain);
    const { blocks, notes } = builder.build();
    expect(shown(blocks)).toEqual(['paragraph: ab', 'paragraph: box']);
    expect(notes.map(({ paragraphs }) => paragraphs.map(plainText))).toEqual([['note', 'more']]);
  });

  it('does not lose a note that has not ended', () => {
    const builder = new DocumentBuilder();
    builder.startNote();
    builder.addText('note', plain);
    expect(() => builder.build()).toThrow('has not ended');
  });
});
