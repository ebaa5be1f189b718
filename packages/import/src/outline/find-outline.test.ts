import { describe, expect, it } from '@jest/globals';
import { DocumentBuilder } from '../document/document-builder.ts';
import { findOutline } from './find-outline.ts';

const plain = { emphasis: false, strong: false };
const sentence = 'She walked to the river and looked at the snow for a long time, and nobody came.';
const prose = (count: number): string[] => Array.from({ length: count }, () => sentence);

/**
 * A document in short: `# ` to `### ` headings, `~ ` centred paragraphs, `---` page breaks, `*` scene breaks, '' blank
 * paragraphs; anything else is a paragraph.
 */
function documentOf(lines: readonly string[], metadata: Partial<DocumentBuilder['metadata']> = {}) {
  const builder = new DocumentBuilder();
  Object.assign(builder.metadata, metadata);
  for (const line of lines) {
    const [, marks = '', text = ''] = /^(#{1,3} |~ )?(.*)$/s.exec(line) ?? [];
    if (line === '---') builder.addPageBreak();
    else if (line === '*') builder.addSceneBreak();
    else {
      builder.addText(text, plain);
      builder.endParagraph({ level: marks.startsWith('#') ? marks.length - 1 : null, isCentred: marks === '~ ' });
    }
  }
  return builder.build();
}

const outlineOf = (lines: readonly string[], metadata?: Partial<DocumentBuilder['metadata']>): string[] => {
  const { sections } = findOutline(documentOf(lines, metadata));
  return sections.map(
    ({ title, kind, role, part, isIncluded }) =>
      `${isIncluded ? '' : '-'}${kind}${role === null ? '' : ` ${role}`}: ${title}${part === null ? '' : ` (${part})`}`,
  );
};
const confidenceOf = (lines: readonly string[]): number => findOutline(documentOf(lines)).confidence;

describe('chapters by headings', () => {
  it('are those of the level with the labels', () => {
    expect(
      outlineOf([
        '# Chapter 1',
        '## The River',
        ...prose(3),
        '## Later',
        ...prose(9),
        '# Chapter 2',
        '## Snow',
        ...prose(3),
      ]),
    ).toEqual(['chapter: The River', 'chapter: Snow']);
  });

  it('are below the parts, and above the headings inside them', () => {
    expect(
      outlineOf([
        '# The Light',
        '## Snow',
        ...prose(9),
        '### Later',
        ...prose(2),
        '## Ice',
        ...prose(9),
        '# The Dark',
        '## Rain',
        ...prose(9),
      ]),
    ).toEqual(['chapter: Snow (The Light)', 'chapter: Ice', 'chapter: Rain (The Dark)']);
  });

  it('are below parts that have a motto', () => {
    expect(
      outlineOf([
        '# Part One',
        'A motto.',
        '## Snow',
        ...prose(90),
        '## Ice',
        ...prose(90),
        '# Part Two',
        'A motto.',
        '## Rain',
        ...prose(90),
      ]),
    ).toEqual(['chapter part: Part One', 'chapter: Snow', 'chapter: Ice', 'chapter part: Part Two', 'chapter: Rain']);
  });

  it('may have no text yet', () => {
    expect(outlineOf(['# Chapter 1', ...prose(9), '# Chapter 2', '# Chapter 3', ...prose(9)])).toEqual([
      'chapter: Chapter 1',
      'chapter: Chapter 2',
      'chapter: Chapter 3',
    ]);
  });

  it('do not begin at the title of the book', () => {
    expect(
      outlineOf(['# Snow', 'Ada Byron', '## Ice', ...prose(9), '## Rain', ...prose(9)], { title: 'Snow' }),
    ).toEqual(['-front title-page: Title page', 'chapter: Ice', 'chapter: Rain']);
  });

  it('begin at their labels', () => {
    expect(outlineOf(['~ CHAPTER 1', '# Ice', ...prose(9), '~ CHAPTER 2', '# Rain', ...prose(9)])).toEqual([
      'chapter: Ice',
      'chapter: Rain',
    ]);
  });
});

describe('chapters without headings', () => {
  it.each([
    [
      'by labels',
      ['Chapter One', ...prose(5), 'Chapter Two', ...prose(5), 'Epilogue', ...prose(5)],
      ['Chapter 1', 'Chapter 2', 'Epilogue'],
    ],
    [
      'by labels with titles',
      ['~ Chapter One', '~ The River', ...prose(5), '~ Chapter Two', '~ Snow', ...prose(5)],
      ['The River', 'Snow'],
    ],
    [
      'by labels and titles on one line',
      ['Chapter 1. The River', ...prose(5), 'Chapter 2. Snow', ...prose(5)],
      ['The River', 'Snow'],
    ],
    ['by numbers', ['1', ...prose(5), '2', ...prose(5), '3', ...prose(5)], ['Chapter 1', 'Chapter 2', 'Chapter 3']],
    [
      'by Roman numbers',
      ['I', ...prose(5), 'II', ...prose(5), 'III', ...prose(5)],
      ['Chapter 1', 'Chapter 2', 'Chapter 3'],
    ],
    [
      'by pages with a short line',
      ['---', 'The River', ...prose(5), '---', 'Snow', ...prose(5), '---', 'Rain', ...prose(5)],
      ['The River', 'Snow', 'Rain'],
    ],
    [
      'by centred lines',
      ['~ The River', ...prose(5), '~ Snow', ...prose(5), '~ Rain', ...prose(5)],
      ['The River', 'Snow', 'Rain'],
    ],
    [
      'by lines in capitals',
      ['', 'THE RIVER', ...prose(5), '', 'SNOW', ...prose(5), '', 'RAIN', ...prose(5)],
      ['THE RIVER', 'SNOW', 'RAIN'],
    ],
    ['by pages alone', ['---', ...prose(60), '---', ...prose(60)], ['Chapter 1', 'Chapter 2']],
    ['by ornaments', [...prose(90), '*', ...prose(90), '*', ...prose(90)], ['Chapter 1', 'Chapter 2', 'Chapter 3']],
    ['as a whole', [...prose(5), '*', ...prose(5)], ['Chapter 1']],
  ])('are found %s', (_name, lines, titles) => {
    expect(outlineOf(lines)).toEqual(titles.map((title) => `chapter: ${title}`));
  });

  it('are not taken from a list of chapters', () => {
    const list = ['Contents', 'Prologue', 'Chapter One', 'Chapter Two'];
    expect(
      outlineOf([...list, '---', 'Prologue', ...prose(5), 'Chapter One', ...prose(5), 'Chapter Two', ...prose(5)]),
    ).toEqual(['-front contents: Contents', 'chapter: Prologue', 'chapter: Chapter 1', 'chapter: Chapter 2']);
  });

  it('are not taken from numbers out of sequence, or from sentences', () => {
    expect(
      outlineOf(['1911', ...prose(5), '7', ...prose(5), 'Chapter one of her life was over.', ...prose(5)]),
    ).toEqual(['chapter: Chapter 1']);
  });

  it('are the more certain the clearer they are marked', () => {
    const sure = confidenceOf(['# Chapter 1', ...prose(5), '# Chapter 2', ...prose(5)]);
    const labels = confidenceOf(['Chapter 1', ...prose(5), 'Chapter 2', ...prose(5)]);
    const pages = confidenceOf(['---', 'Ice', ...prose(5), '---', 'Rain', ...prose(5)]);
    const ornaments = confidenceOf([...prose(90), '*', ...prose(90)]);
    const whole = confidenceOf(prose(5));
    expect([sure, labels, pages, ornaments, whole]).toEqual(
      [sure, labels, pages, ornaments, whole].sort((a, b) => b - a),
    );
    expect(new Set([sure, labels, pages, ornaments, whole]).size).toBe(5);
  });
});

describe('front and back matter', () => {
  it('is recognised by its titles and by its texts', () => {
    const front = [
      'Snow',
      'Ada Byron',
      '---',
      'Copyright © 2026 Ada Byron',
      'All rights reserved.',
      '---',
      'For my bear',
    ];
    const contents = [
      '---',
      'Contents',
      'Ice 1',
      'Rain 17',
      '---',
      '# Acknowledgements',
      ...prose(2),
      '---',
      '“A motto.”',
      '— Ada',
    ];
    const chapters = ['# Ice', ...prose(5), '# Rain', ...prose(5)];
    const back = [
      '---',
      '# Acknowledgements',
      ...prose(2),
      '---',
      'About the Author',
      ...prose(2),
      '---',
      '# Also by Ada',
      'Fog',
    ];
    expect(outlineOf([...front, ...contents, ...chapters, ...back], { title: 'Snow' })).toEqual([
      '-front title-page: Title page',
      'front copyright: Copyright',
      'front dedication: Dedication',
      '-front contents: Contents',
      'front acknowledgements: Acknowledgements',
      'front epigraph: Epigraph',
      'chapter: Ice',
      'chapter: Rain',
      'back acknowledgements: Acknowledgements',
      'back about-author: About the Author',
      'back also-by: Also by Ada',
    ]);
  });

  it('is a chapter in the middle of the book', () => {
    expect(outlineOf(['# Ice', ...prose(5), '# Notes', ...prose(5), '# Rain', ...prose(5)])).toEqual([
      'chapter: Ice',
      'chapter notes: Notes',
      'chapter: Rain',
    ]);
  });

  it('does not contain a long text before the first heading', () => {
    expect(outlineOf([...prose(60), '---', '# Chapter 1', ...prose(5), '# Chapter 2', ...prose(5)])[0]).toMatch(
      /^chapter/,
    );
  });
});
