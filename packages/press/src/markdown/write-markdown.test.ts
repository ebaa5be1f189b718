import { describe, expect, it } from '@jest/globals';
import { type Node, Parser } from 'commonmark';
import fc from 'fast-check';
import { standardDesign } from '../design.ts';
import type { Manuscript } from '../manuscript.ts';
import { readBlocks, type StyledRun } from '../styled-text.ts';
import { textToMarkdown } from './markdown-text.ts';
import { writeMarkdown } from './write-markdown.ts';

/** Collects the paragraphs and headings that the reference implementation of CommonMark reads, in lines of styled runs. */
class BlockReader {
  readonly blocks: StyledRun[][][] = [];
  #lines: StyledRun[][] | undefined;
  readonly #depth = { emph: 0, strong: 0 };

  read(node: Node, entering: boolean): void {
    if (node.type === 'emph' || node.type === 'strong') this.#depth[node.type] += entering ? 1 : -1;
    else if (node.type === 'paragraph' || node.type === 'heading') this.#openOrClose(entering);
    else if (node.type === 'linebreak' || node.type === 'softbreak') this.#lines?.push([]);
    else if (node.type === 'text') this.#add(node.literal ?? '');
    else if (node.type === 'thematic_break') this.blocks.push([[{ text: '***', emphasis: false, strong: false }]]);
    else if (!['document', 'html_inline'].includes(node.type)) throw new Error(`${node.type} was not written.`);
  }

  #openOrClose(entering: boolean): void {
    this.#lines = entering ? [[]] : undefined;
    if (this.#lines) this.blocks.push(this.#lines);
  }

  #add(text: string): void {
    const line = this.#lines?.at(-1);
    const run = { text, emphasis: this.#depth.emph > 0, strong: this.#depth.strong > 0 };
    const last = line?.at(-1);
    if (last?.emphasis === run.emphasis && last.strong === run.strong) last.text += text;
    else line?.push(run);
  }
}

const parse = (markdown: string): StyledRun[][][] => {
  const reader = new BlockReader();
  const walker = new Parser().parse(markdown).walker();
  for (let event = walker.next(); event; event = walker.next()) reader.read(event.node, event.entering);
  return reader.blocks;
};

/** Each character that is not white space with its style: marks may be moved over white space. */
const charactersOf = (blocks: readonly (readonly (readonly StyledRun[])[])[]): string[][][] =>
  blocks.map((lines) =>
    lines.map((runs) =>
      runs.flatMap(({ text, emphasis, strong }) =>
        Array.from(text.replace(/\s/g, ''), (character) => `${character}${emphasis ? 'e' : ''}${strong ? 's' : ''}`),
      ),
    ),
  );
const expectedOf = (text: string): string[][][] =>
  charactersOf(
    readBlocks(text).map((block) => {
      if (block.kind === 'paragraph') return block.lines;
      return block.kind === 'heading' ? [block.content] : [[{ text: '***', emphasis: false, strong: false }]];
    }),
  );

describe('a text as Markdown', () => {
  it.each([
    '1. Not a list\n\n- nor this\n\n+ nor this\n\n# A heading\n\n12) or this',
    'A <b>tag</b> &amp; an entity, `code`, [a link](x), ![an image](y) and a | table',
    '> not a quotation\n\n    not code\n\n~~~\n\n===',
    'a *b* **c** ***d*** *e **f** g* **h *i* j**',
    'un*believ*able and *one***two** and **three***four*',
    'snake_case_name and _emphasis_ and __strong__',
    'line\nand line\n\n***\n\n\\*no\\* mark, back\\slash',
    '* * *\n\n*',
    '# #\n\n# a # b ##\n\n# **#**',
  ])('has the characters and styles of the text: %j', (text) => {
    expect(charactersOf(parse(textToMarkdown(text, 0)))).toEqual(expectedOf(text));
  });

  it('has the characters and styles of any text', () => {
    const piece = fc.constantFrom(
      'a',
      'B.',
      ' ',
      '*',
      '**',
      '_',
      '\\',
      '#',
      '1.',
      '-',
      '>',
      '`',
      '<',
      '&',
      '[x]',
      '\n',
      '\n\n',
      '“',
      '~',
      '|',
      '=',
      '+',
      '!',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const text = pieces.join('');
        expect(charactersOf(parse(textToMarkdown(text, 0)))).toEqual(expectedOf(text));
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a book as Markdown', () => {
  const book: Manuscript = {
    title: 'The Bear: "1"',
    author: 'Zoë Bear',
    dedication: 'For *you*',
    introduction: 'Why.',
    isbn: '978-0-306-40615-7',
    language: 'en-GB',
    matter: [
      { kind: 'about-author', title: 'About the author', text: 'Zoë lives in Kent.' },
      { kind: 'copyright', title: '', text: '© Zoë Bear' },
      { kind: 'front-also-by', title: 'Also by Zoë', text: 'The First Bear' },
      { kind: 'epigraph', title: '', text: 'Snow falls.' },
    ],
    chapters: [
      { number: undefined, title: 'Prologue', text: 'It began.' },
      { number: 1, title: 'The River', text: 'She left.\n\n## Later\n\nDone.', part: 'Part One' },
    ],
  };

  it('has metadata and every section in the order of a book', () => {
    expect(writeMarkdown(book, { design: standardDesign, date: Date.UTC(2026, 0, 2) })).toBe(
      `---
title: "The Bear: \\"1\\""
author: "Zoë Bear"
isbn: "978-0-306-40615-7"
language: "en-GB"
date: 2026-01-02
---

## Also by Zoë

The First Bear

# The Bear: "1"

Zoë Bear

© Zoë Bear

ISBN 978-0-306-40615-7

For *you*

Snow falls.

## Introduction

Why.

## Prologue

It began.

# Part One

## Chapter 1: The River

She left.

#### Later

Done.

## About the author

Zoë lives in Kent.
`,
    );
  });

  it('is a valid file even when the book has no text', () => {
    const empty: Manuscript = { title: '', language: 'en', chapters: [] };
    expect(writeMarkdown(empty, { design: standardDesign, date: 0 })).toContain('# Untitled\n');
  });
});
