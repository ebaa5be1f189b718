import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Design, standardDesign } from './design.ts';
import type { Manuscript } from './manuscript.ts';
import { readAssets } from './node-assets.ts';
import { testBook } from './testing/book.ts';
import { typeset, typesetChapter, typesetOutline, typesetStory } from './typeset.ts';

const text = (number: number): string =>
  [
    `She opened the *office* ${number}. ${'An extraordinary explanation of fluffy waffles, naïve Ελλάδα and Москва. '.repeat(30)}`,
    '## A heading with *emphasis*',
    `Then 🐻 met 漢字, q\u0307x\u0304 \ufb02 **and** ***left***. ${'Another extraordinary sentence about considerable afternoons. '.repeat(20)}`,
    '***',
    'A line\nand another line',
  ].join('\n\n');
const book: Manuscript = {
  ...testBook,
  isbn: '',
  matter: [],
  chapters: Array.from({ length: 12 }, (_, index) => ({
    number: index + 1,
    title: index === 3 ? 'A title that is so long that it needs more than one line in the contents of the book' : 'Ink',
    text: text(index),
  })),
};

const designed: Design = {
  ...standardDesign,
  opening: 'dropCap3',
  sceneBreak: 'o4',
  heads: 'title-chapter',
  headStyle: 'smallCaps',
  folio: 'head',
};
const matter = [
  { kind: 'copyright' as const, title: '', text: 'Copyright © 2026 Bear' },
  { kind: 'back-also-by' as const, title: 'Also by', text: 'The First Bear\nThe Second Bear' },
];

/** Validators of others. The variable `VERAPDF` names the command of veraPDF if it is not `verapdf`. */
const commands = { qpdf: 'qpdf', mutool: 'mutool', verapdf: process.env['VERAPDF'] ?? 'verapdf' } as const;
type Tool = keyof typeof commands;
const isInstalled = (tool: Tool): boolean =>
  spawnSync(commands[tool], [tool === 'mutool' ? '-v' : '--version']).error === undefined;
const missing = (Object.keys(commands) as Tool[]).filter((tool) => !isInstalled(tool));
if (missing.length > 0) process.stdout.write(`Skipped tests of PDF files: ${missing.join(', ')} not on PATH.\n`);
const describeWith = (tool: Tool) => (missing.includes(tool) ? describe.skip : describe);

const folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-press-'));
const pathOf = (name: string): string => path.join(folder, `${name}.pdf`);
const screenFiles = ['screen', 'designed', 'story', 'chapter', 'outline'];
const printFiles = ['print', 'bleed'];
const run = (tool: Tool, ...args: string[]) =>
  spawnSync(commands[tool], args, { encoding: 'utf8', maxBuffer: 2 ** 28 });

beforeAll(async () => {
  if (missing.length === Object.keys(commands).length) return;
  const options = { assets: await readAssets(), date: Date.UTC(2026, 0, 2) };
  const outline = { title: 'Outline', subtitle: 'Outline', author: 'Bear', language: 'EN', text: text(1) };
  const files = {
    print: await typeset(book, { ...options, profile: 'print' }),
    bleed: await typeset(book, { ...options, profile: 'print', design: { ...standardDesign, bleed: true } }),
    screen: await typeset(book, { ...options, profile: 'screen' }),
    designed: await typeset({ ...book, matter }, { ...options, profile: 'screen', design: designed }),
    story: await typesetStory({ ...book, chapters: book.chapters.slice(0, 1) }, options),
    chapter: await typesetChapter({ ...book, chapters: book.chapters.slice(3, 4) }, options),
    outline: await typesetOutline(outline, options),
  };
  for (const [name, { pdf }] of Object.entries(files)) writeFileSync(pathOf(name), pdf);
});
afterAll(() => rmSync(folder, { recursive: true }));

describeWith('qpdf')('qpdf', () => {
  it.each([...printFiles, ...screenFiles])('finds no error in %s', (name) => {
    const { status, stdout } = run('qpdf', '--check', pathOf(name));
    expect([status, stdout]).toEqual([0, expect.stringContaining('No syntax or stream encoding errors found')]);
  });
});

describeWith('mutool')('mutool', () => {
  it.each(printFiles)('finds in %s only four whole fonts, one page size and two entries of information', (name) => {
    const { stdout } = run('mutool', 'info', pathOf(name));
    expect(stdout).toContain('PDF-1.3');
    expect(stdout).toMatch(/<<\/Producer \d+ 0 R\/CreationDate \d+ 0 R>>/);
    expect(stdout).toContain('Mediaboxes (1):');
    expect([...stdout.matchAll(/Type0 '(.*)' Identity-H/g)].map(([, font]) => font)).toEqual([
      'Literata-Regular',
      'Literata-Italic',
      'Literata-Bold',
      'Literata-BoldItalic',
    ]);
    expect(run('mutool', 'show', pathOf(name), 'trailer/Root').stdout.match(/\/\w+(?= )/g)).toEqual([
      '/Type',
      '/Pages',
      '/Names',
    ]);
    expect(run('mutool', 'show', pathOf(name), 'outline').stdout).toBe('');
  });

  it('draws every page of print in grey without an error', () => {
    const { status, stderr, stdout } = run('mutool', 'draw', '-q', '-F', 'trace', pathOf('print'));
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    expect(new Set(stdout.match(/colorspace="\w+"/g))).toEqual(new Set(['colorspace="DeviceGray"']));
  });
});

describeWith('verapdf')('veraPDF', () => {
  it.each([
    ['PDF/A-2a', '2a'],
    ['PDF/UA-1', 'ua1'],
  ])('finds that files for the screen conform to %s', (_name, flavour) => {
    const { stdout } = run('verapdf', '-f', flavour, '--format', 'text', ...screenFiles.map(pathOf));
    expect(stdout.trim().split('\n').toSorted()).toEqual(
      screenFiles.map((name) => `PASS ${pathOf(name)} ${flavour}`).toSorted(),
    );
  });
});
