import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Design, standardDesign } from '../design.ts';
import type { Manuscript } from '../manuscript.ts';
import { type PressAssets, readAssets } from '../node-assets.ts';
import { longTestBook } from '../testing/book.ts';
import { editPdf, type PdfObject } from '../testing/pdf.ts';
import { typeset, type TypesetResult } from '../typeset.ts';
import { joinBoxes } from '../verify/pdf-page.ts';
import { readPdfContents } from '../verify/read-pdf.ts';
import type { Box } from '../verify/glyph-boxes.ts';
import { compareTexts } from '../verify/compare-texts.ts';
import { listExpectedTexts } from '../verify/expected-text.ts';
import { readPdfTexts } from '../verify/read-pdf.ts';
import type { Finding } from './finding.ts';
import { preflight, type PreflightInput } from './preflight.ts';
import { inksOf } from './print-input.ts';
import { ruleSetData } from './rule-sets.ts';

const book = longTestBook(8, 14);
let assets: PressAssets;
let clean: TypesetResult;
beforeAll(async () => {
  assets = await readAssets();
  clean = await print(book);
});

const print = (manuscript: Manuscript, design: Partial<Design> = {}): Promise<TypesetResult> =>
  typeset(manuscript, { profile: 'print', assets, date: 0, design: { ...standardDesign, ...design } });

const check = async (file: Uint8Array, more: Partial<PreflightInput> = {}) =>
  preflight({ profile: 'print', manuscript: book, design: standardDesign, ...clean, file, ...more });
/** The findings of one rule. */
const findingsOf = async (rule: string, file: Uint8Array, more: Partial<PreflightInput> = {}): Promise<Finding[]> =>
  (await check(file, more)).findings.filter(({ ruleId }) => ruleId === `kdp-print/${rule}`);

/** Plants a fault in the clean file. */
const plant = (edit: (object: PdfObject, number: number) => void): Uint8Array => editPdf(clean.pdf, edit);
/** The numbers of the objects to which a list refers. */
const referencesIn = (list: string): number[] =>
  list
    .split(' ')
    .filter((_part, index) => index % 3 === 0)
    .map(Number);
/** The numbers of the objects of all pages. */
const pageObjects = (): number[] => {
  const file = Buffer.from(clean.pdf).toString('latin1');
  const from = file.indexOf('/Kids [') + '/Kids ['.length;
  return referencesIn(file.slice(from, file.indexOf(']', from)));
};
/** Changes the nth page of the clean file: its dictionary, or the content of one of its streams. */
const plantOnPage = (page: number, edit: (object: PdfObject) => void): Uint8Array => {
  const wanted = pageObjects()[page - 1];
  const streams = new Set<number>();
  plant(({ dictionary }, number) => {
    const contents = number === wanted ? /\/Contents \[?(.*)/.exec(dictionary)?.[1] : undefined;
    for (const stream of referencesIn(contents ?? '')) streams.add(stream);
  });
  return plant((object, number) => {
    if (number === wanted || streams.has(number)) edit(object);
  });
};
/** Writes the file with these pages, in this order. */
const plantPages = (pages: readonly (number | undefined)[]): Uint8Array =>
  plant((object) => {
    if (!object.dictionary.includes('/Kids')) return;
    const kids = pages.map((number) => `${number} 0 R`).join(' ');
    object.dictionary = object.dictionary
      .replace(/\/Kids \[.*\]/, `/Kids [${kids}]`)
      .replace(/\/Count \d+/, `/Count ${pages.length}`);
  });
const keepPages = (count: number): Uint8Array => plantPages(pageObjects().slice(0, count));
const inContent = (from: string | RegExp, to: string) => (object: PdfObject) => {
  object.content = object.content?.replace(from, to);
};
const inDictionary = (from: string | RegExp, to: string) => (object: PdfObject) => {
  object.dictionary = object.dictionary.replaceAll(from, to);
};
/** The first page of the second chapter's text that is full. */
const fullPage = (): number => clean.pageStarts.find(({ label }) => label === '3')?.page ?? 0;
/** Draws something on a page, in front of everything else. */
const draw = (operators: string): Uint8Array =>
  plantOnPage(fullPage(), (object) => {
    if (object.content?.startsWith('BT')) object.content = `q ${operators} Q\n${object.content}`;
  });

describe('a clean book of 300 pages', () => {
  it('is checked against every rule, without an error', async () => {
    const long = longTestBook(20, 92);
    const { pdf, ...result } = await print(long);
    expect(result.pages).toBeGreaterThanOrEqual(290);
    const report = await preflight({
      profile: 'print',
      file: pdf,
      manuscript: long,
      design: standardDesign,
      ...result,
    });
    expect(report.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(report.counts).toMatchObject({ errors: 0, warnings: 0 });
    const { rules, comparedOn, url } = ruleSetData['kdp-print'];
    expect(report.ruleSets).toEqual([
      { id: 'kdp-print', rules: rules.length, comparedOn, comparedWith: 'guides', url },
    ]);
  });

  it.each<[string, Partial<Design>]>([
    ['bleed', { bleed: true }],
    ['page numbers in the head', { folio: 'head', heads: 'title-chapter', headStyle: 'smallCaps' }],
    ['drop caps and ornaments', { opening: 'dropCap3', sceneBreak: 'o4', chapterStart: 'next' }],
  ])('may have %s', async (_name, design) => {
    const own = { ...standardDesign, ...design };
    const { pdf, ...result } = await print(book, design);
    const report = await preflight({ profile: 'print', file: pdf, manuscript: book, design: own, ...result });
    expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

describe('a planted fault is found with its rule and place', () => {
  it('ink two points inside the inner margin', async () => {
    const page = fullPage();
    const file = plantOnPage(page, inContent('1 0 0 1 57.6 0 cm', '1 0 0 1 25 0 cm'));
    const [finding, ...others] = await findingsOf('inside-margin', file);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ page, severity: 'error', limit: 'at least 0.375 in' });
    expect(Number.parseFloat(finding?.measured ?? '')).toBeCloseTo(25 / 72, 1);
    expect(finding?.rect?.x).toBeLessThan(27);
    expect(finding?.fix.patch?.margins?.insideIn).toBeGreaterThan(0.8);
  });

  it('an outer margin that is two points too narrow', async () => {
    const margins = { ...standardDesign.margins, outsideIn: 0.25 - 2 / 72 };
    const design = { ...standardDesign, margins };
    const { pdf, ...result } = await print(book, { margins });
    const findings = await findingsOf('outer-margins', pdf, { ...result, design });
    expect(findings.length).toBeGreaterThan(10);
    expect(findings[0]).toMatchObject({
      limit: 'at least 0.25 in',
      fix: { target: { kind: 'design', id: 'margins' } },
    });
    const patch = findings.map(({ fix }) => fix.patch?.margins?.outsideIn ?? 0);
    const fixed = await print(book, { margins: { ...margins, outsideIn: Math.max(...patch) } });
    expect(await findingsOf('outer-margins', fixed.pdf)).toEqual([]);
  });

  it('an odd number of pages', async () => {
    const [finding] = await findingsOf('even-pages', keepPages(27));
    expect(finding).toMatchObject({ page: null, measured: '27 pages', severity: 'error' });
    const [missing] = await findingsOf('laid-out-pages', keepPages(26));
    expect(missing).toMatchObject({ measured: '26 pages', limit: `${clean.pages} pages` });
  });

  it('23 pages', async () => {
    const [finding] = await findingsOf('page-count', keepPages(23));
    expect(finding).toMatchObject({ measured: '23 pages', limit: 'at least 24 pages' });
    expect(await findingsOf('page-count', keepPages(24))).toEqual([]);
  });

  it('a page of another size', async () => {
    const file = plantOnPage(fullPage(), inDictionary('/MediaBox [0 0 432 648]', '/MediaBox [0 0 396 612]'));
    const [finding] = await findingsOf('page-size', file);
    expect(finding).toMatchObject({ page: fullPage(), measured: '5.5 × 8.5 in', limit: '6 × 9 in' });
  });

  it('a font that is missing, and one of which only a part is embedded', async () => {
    expect(
      await findingsOf(
        'fonts-embedded',
        plant(() => undefined),
      ),
    ).toEqual([]);
    const [finding] = await findingsOf('fonts-embedded', plant(inDictionary(/\/FontFile2 \d+ 0 R\n/g, '')));
    expect(finding?.measured).toMatch(/^Literata/);
    const tagged = plant(inDictionary(/\/(FontName|BaseFont) \/Literata-Regular\n/g, '/$1 /ABCDEF+Literata-Regular\n'));
    expect((await findingsOf('fonts-whole', tagged)).map(({ reason }) => reason).join()).toContain(
      'ABCDEF+Literata-Regular',
    );
    const more = clean.fonts.map(({ name, glyphs }) => ({ name, glyphs: glyphs + 1 }));
    expect((await findingsOf('fonts-whole', clean.pdf, { fonts: more })).length).toBeGreaterThan(0);
  });

  it('a link, bookmarks, information, layers and encryption', async () => {
    const page = fullPage();
    const link =
      '/Annots [<</Type /Annot /Subtype /Link /Rect [90 90 200 200] /Border [0 0 0] /A <</S /URI /URI (https://example.org)>>>>]\n/Type /Page\n';
    const [annotation] = await findingsOf('annotations', plantOnPage(page, inDictionary('/Type /Page\n', link)));
    expect(annotation).toMatchObject({ page, severity: 'error' });
    // An object with a title is a bookmark.
    const file = Buffer.from(clean.pdf).toString('latin1');
    const info = file.slice(file.lastIndexOf('\n', file.indexOf(' 0 obj\n<<\n/Producer')) + 1).split(' ')[0];
    const bookmarked = plant((object) => {
      object.dictionary = object.dictionary
        .replace('/Producer ', '/Title (One)\n/Producer ')
        .replace('/Type /Catalog\n', `$&/Outlines <</First ${info} 0 R>>\n`);
    });
    expect(await findingsOf('bookmarks', bookmarked)).toHaveLength(1);
    const titled = plant(inDictionary('/Producer ', '/Title (Bear)\n/Producer '));
    expect(await findingsOf('metadata', titled)).toMatchObject([{ measured: 'Title' }]);
    expect(await findingsOf('layers', draw('/OC /Layer BDC EMC'))).toMatchObject([{ page }]);
  });

  it('colour, a thin line, small text and something transparent', async () => {
    const page = fullPage();
    const red = draw('1 0 0 rg 100 300 50 20 re f');
    expect(await findingsOf('grey', red)).toMatchObject([
      { page, measured: '#ff0000', rect: { width: 50, height: 20 } },
    ]);
    const [line] = await findingsOf('line-width', draw('0.5 w 100 300 m 200 300 l S'));
    expect(line).toMatchObject({ page, measured: '0.5 pt', limit: 'at least 0.75 pt' });
    const small = plantOnPage(page, inContent('/F1 11 Tf', '/F1 6 Tf'));
    expect(await findingsOf('text-size', small)).toMatchObject([
      { page, measured: '6 pt', fix: { patch: { size: 13 } } },
    ]);
    const state = '/ExtGState <</GS1 <</ca 0.5>>>>\n/Font';
    const transparent = editPdf(draw('/GS1 gs 100 300 50 20 re f'), inDictionary('/Font <<', `${state} <<`));
    expect(await findingsOf('transparency', transparent)).toMatchObject([{ page }]);
  });

  it('characters that no font has', async () => {
    const rare: Manuscript = {
      ...book,
      chapters: book.chapters.map((chapter, index) =>
        index === 2 ? { ...chapter, text: `${chapter.text}\n\nA 🐻 met 漢字.` } : chapter,
      ),
    };
    const { pdf, ...result } = await print(rare);
    const findings = await findingsOf('missing-glyphs', pdf, { ...result, manuscript: rare });
    expect(findings).toMatchObject([
      { severity: 'error', measured: '3 drawn characters', fix: { target: { kind: 'chapter', id: 'chapter-2' } } },
    ]);
    expect(findings[0]?.reason).toContain('🐻漢字');
  });

  it('three blank pages in a row, but not two', async () => {
    const objects = pageObjects();
    const blank = (pages: readonly number[]) =>
      plant((object, number) => {
        if (pages.some((page) => objects[page - 1] === number))
          object.dictionary = object.dictionary.replace(/\/Contents .*\n/, '');
      });
    const page = fullPage();
    expect(await findingsOf('blank-pages', blank([page, page + 1]))).toEqual([]);
    expect(await findingsOf('blank-pages', blank([page, page + 1, page + 2]))).toMatchObject([
      { page, measured: '3 blank pages', limit: 'at most 2' },
    ]);
  });

  it('page numbers that are not in order or on the wrong side', async () => {
    const page = fullPage();
    const objects = pageObjects();
    const swapped = objects.with(page - 1, objects[page + 1] ?? 0).with(page + 1, objects[page - 1] ?? 0);
    const findings = await findingsOf('page-numbers', plantPages(swapped));
    expect(findings[0]).toMatchObject({ page, measured: '5', limit: '3' });
    // The blank page after the half title stands at the end instead.
    const [first, blank, ...others] = objects;
    const [side] = await findingsOf('page-numbers', plantPages([first, ...others, blank]));
    expect(side?.reason).toContain('odd page number');
  });

  it('another title, author or ISBN', async () => {
    for (const [rule, manuscript] of [
      ['title', { ...book, title: 'Another Bear' }],
      ['author', { ...book, author: 'Nobody' }],
      ['isbn', { ...book, isbn: '978-1-4028-9462-6' }],
    ] as const)
      expect((await findingsOf(rule, clean.pdf, { manuscript }))[0]).toMatchObject({ severity: 'error' });
    const copyright = { kind: 'copyright' as const, title: '', text: 'ISBN-13: 978-1-4028-9462-6' };
    const other = await print({ ...book, matter: [copyright] });
    expect(await findingsOf('isbn', other.pdf)).toMatchObject([{ severity: 'error', measured: '978-1-4028-9462-6' }]);
    const [unset] = await findingsOf('isbn', clean.pdf, { manuscript: { ...book, isbn: '' } });
    expect(unset).toMatchObject({ severity: 'warning', fix: { target: { kind: 'design', id: 'isbnPrint' } } });
  });

  it('swapped chapters, by the comparison of the text', async () => {
    const [first, second, ...others] = book.chapters as [Manuscript['chapters'][0], Manuscript['chapters'][0]];
    const swapped: Manuscript = {
      ...book,
      chapters: [{ ...first, text: second.text }, { ...second, text: first.text }, ...others],
    };
    const { pdf, contentsPages } = await print(swapped);
    const area = { bottom: 0.8 * 72, top: 8.25 * 72 };
    const texts = await readPdfTexts(pdf, area, new Set(contentsPages));
    expect(compareTexts(listExpectedTexts(swapped, standardDesign, true), texts)).toMatchObject({
      missing: 0,
      extra: 0,
      moved: 0,
    });
    const { moved, extra } = compareTexts(listExpectedTexts(book, standardDesign, true), texts);
    expect(moved).toBeGreaterThan(5);
    expect(extra).toBeGreaterThan(0);
  });
});

describe('findings', () => {
  it('are at most 500, errors first and then by page; all are counted', async () => {
    const long = { ...longTestBook(20, 92), title: 'Another Bear' };
    const margins = { ...standardDesign.margins, outsideIn: 0.2, topIn: 0.2, bottomIn: 0.2 };
    const design = { ...standardDesign, margins, heads: 'none' as const, folio: 'none' as const };
    const { pdf, ...result } = await print(longTestBook(20, 140), design);
    const { findings, counts } = await preflight({ profile: 'print', file: pdf, manuscript: long, design, ...result });
    expect(findings[0]).toMatchObject({ severity: 'error', page: null });
    const pages = findings.filter(({ severity }) => severity === 'error').map(({ page }) => page ?? 0);
    expect(pages).toEqual(pages.toSorted((a, b) => a - b));
    expect(findings).toHaveLength(500);
    expect(counts.errors).toBeGreaterThan(500);
  });

  it('list straight quotation marks by chapter, also for files without pages', async () => {
    const straight = { ...book, chapters: [{ id: 'a', number: 1, title: 'One', text: '"It\'s", she said.' }] };
    for (const profile of ['markdown', 'manuscript'] as const) {
      const report = await preflight({
        profile,
        file: new Uint8Array(),
        manuscript: straight,
        design: standardDesign,
      });
      expect(report).toMatchObject({
        ruleSets: [],
        counts: { errors: 0, warnings: 0, notes: 1 },
        findings: [
          { ruleId: 'text/straight-quotes', measured: '3 marks', fix: { target: { kind: 'chapter', id: 'a' } } },
        ],
      });
    }
  });

  it('describe what is wrong with the layout, of facing pages only in print', async () => {
    const findings = (['widow', 'unequal-pages', 'cut-head', 'missing-glyph', 'not-hyphenated'] as const).map(
      (kind) => ({
        kind,
        page: 9,
        rect: null,
        text: kind === 'cut-head' ? book.title : 'x',
        section: 8,
      }),
    );
    const rulesOf = async (profile: 'print' | 'screen') => {
      const report = await check(clean.pdf, { profile, findings });
      return report.findings.map(({ ruleId }) => ruleId).filter((id) => id.startsWith('layout/'));
    };
    expect((await rulesOf('print')).toSorted()).toEqual(
      ['layout/cut-head', 'layout/not-hyphenated', 'layout/unequal-pages', 'layout/widow'].toSorted(),
    );
    expect(await rulesOf('screen')).toEqual([
      'layout/missing-glyph',
      'layout/widow',
      'layout/cut-head',
      'layout/not-hyphenated',
    ]);
    const { findings: all } = await check(clean.pdf, { findings });
    expect(all.find(({ ruleId }) => ruleId === 'layout/cut-head')?.fix.target).toEqual({
      kind: 'design',
      id: 'shortTitle',
    });
    expect(all.find(({ ruleId }) => ruleId === 'layout/widow')?.fix.target).toEqual({
      kind: 'chapter',
      id: 'chapter-2',
    });
  });
});

const hasGhostscript = spawnSync('gs', ['--version']).error === undefined;
if (!hasGhostscript)
  process.stdout.write('SKIPPED: the comparison of ink boxes with Ghostscript, because gs is not on PATH.\n');

(hasGhostscript ? describe : describe.skip)('Ghostscript', () => {
  it('finds the same ink on every page, to half a point', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-ink-'));
    const rare = {
      ...book,
      chapters: [...book.chapters.slice(0, 3), { number: 9, title: 'Ink', text: '*fjord* 🐻 **Q**.\n\n***\n\nEnd.' }],
    };
    const { pdf } = await print(rare, { opening: 'dropCap3', sceneBreak: 'o3', headStyle: 'smallCaps' });
    writeFileSync(path.join(folder, 'book.pdf'), pdf);
    const { stderr } = spawnSync('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=bbox', path.join(folder, 'book.pdf')], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    const expected = [...stderr.matchAll(/%%HiResBoundingBox: (.*)/g)].map(([, box = '']) =>
      box.split(' ').map(Number),
    );
    const { pages } = await readPdfContents(pdf);
    expect(expected).toHaveLength(pages.length);
    const boxes = pages.map((page) => inksOf(page).reduce<Box | undefined>(joinBoxes, undefined) ?? [0, 0, 0, 0]);
    const differences = boxes.map((box, page) =>
      Math.max(...box.map((edge, index) => Math.abs(edge - (expected[page]?.[index] ?? 0)))),
    );
    expect(differences.filter((difference) => difference > 0.5)).toEqual([]);
  });
});
