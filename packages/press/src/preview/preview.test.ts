import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildSync } from 'esbuild';
import path from 'node:path';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Design, standardDesign } from '../design.ts';
import type { FaceName } from '../fonts.ts';
import { bleedWidth } from '../geometry.ts';
import { listGlyphTexts } from '../glyph-texts.ts';
import type { Manuscript } from '../manuscript.ts';
import { type FamilyName, type PressAssets, readAssets } from '../node-assets.ts';
import { typeset } from '../typeset.ts';
import { familyOf } from '../typeset-context.ts';
import { createOutlines, drawPage, type PageCanvas } from './draw-page.ts';
import { glyphOutlinesOf } from './glyph-outlines.ts';
import { layOutPreview, type Preview, type PreviewPage } from './lay-out-preview.ts';

interface PlacedGlyph {
  text: string;
  size: number;
  x: number;
  y: number;
}
interface PageGlyphs {
  glyphs: PlacedGlyph[];
  /** The number of paths: boxes and ornaments. */
  paths: number;
}

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];
interface ShownGlyph {
  unicode: string;
  width: number;
}

const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

/** Executes the operators of a page that move and show text. Spaces have no ink, so drawings have none. */
const readPage = (operators: readonly number[], args: readonly unknown[][]): PageGlyphs => {
  const read: PageGlyphs = { glyphs: [], paths: 0 };
  let page: Matrix = [1, 0, 0, 1, 0, 0];
  const saved: Matrix[] = [];
  let [pen, line, size, rise] = [0, 0, 0, 0];
  const show = (items: readonly (ShownGlyph | number)[]): void => {
    for (const item of items) {
      if (typeof item === 'number') pen -= (item * size) / 1000;
      else {
        const [, , , , x, y] = multiply(page, [1, 0, 0, 1, pen, line + rise]);
        if (item.unicode.trim() !== '') read.glyphs.push({ text: item.unicode, size, x, y });
        pen += (item.width * size) / 1000;
      }
    }
  };
  operators.forEach((operator, index) => {
    const values = args[index] ?? [];
    if (operator === OPS.save) saved.push(page);
    else if (operator === OPS.restore) page = saved.pop() ?? page;
    else if (operator === OPS.transform) page = multiply(page, [...values] as unknown as Matrix);
    else if (operator === OPS.setTextMatrix) {
      [, , , , pen = 0, line = 0] = Object.values(values[0] as Record<string, number>);
    } else if (operator === OPS.setFont) size = values[1] as number;
    else if (operator === OPS.setTextRise) rise = values[0] as number;
    else if (operator === OPS.showText) show(values[0] as (ShownGlyph | number)[]);
    else if (operator === OPS.constructPath) read.paths += 1;
  });
  return read;
};

/** Where pdf.js finds each glyph of a PDF. */
const readGlyphs = async (pdf: Uint8Array): Promise<PageGlyphs[]> => {
  const task = getDocument({ data: Uint8Array.from(pdf), useSystemFonts: false, disableFontFace: true, verbosity: 0 });
  const document = await task.promise;
  const pages: PageGlyphs[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { fnArray, argsArray } = await (await document.getPage(number)).getOperatorList();
    pages.push(readPage(fnArray, argsArray as unknown[][]));
  }
  await task.destroy();
  return pages;
};

const inOrder = (glyphs: readonly PlacedGlyph[]): PlacedGlyph[] =>
  [...glyphs].sort((a, b) => (Math.abs(a.y - b.y) > 0.2 ? b.y - a.y : a.x - b.x));

const previewGlyphs = ({ drawings }: PreviewPage, textOf: (face: FaceName, id: number) => string): PlacedGlyph[] =>
  drawings.flatMap(({ left, drawing: { runs, ids, xs, ys } }) =>
    runs.flatMap(({ face, size, from, to }) =>
      Array.from({ length: to - from }, (_, index) => ({
        text: textOf(face, ids[from + index] ?? 0),
        size,
        x: left + (xs[from + index] ?? 0),
        y: ys[from + index] ?? 0,
      })),
    ),
  );

const previewPaths = ({ drawings }: PreviewPage): number =>
  drawings.reduce((sum, { drawing: { boxes, ornaments } }) => sum + boxes.length + ornaments.length, 0);

const sentence =
  '“The *difficult* bear,” she said, “offered an **efficient**, extraordinary explanation of fluffy waffles — naïve, and Ελλάδα or Москва would have to wait until evening.”';
const chapterText = (number: number): string =>
  Array.from({ length: 9 + number * 4 }, (_, index) => `Paragraph ${number}.${index}. ${sentence} ${sentence}`).join(
    '\n\n',
  );
const book: Manuscript = {
  title: 'The Bear & the River',
  author: 'Zoë Bear',
  dedication: 'For you',
  introduction: 'Why this book was written.',
  isbn: '978-0-306-40615-7',
  language: 'en-GB',
  matter: [{ kind: 'about-author', title: 'About the author', text: 'She writes.' }],
  chapters: ['The River', 'Chapter 2', 'Ink and Honey', 'The End'].map((title, index) => ({
    number: index + 1,
    title,
    text: `${chapterText(index + 1)}\n\n***\n\n## Later\n\nThe snowman ☃ and the bear 🐻.`,
    ...(index === 2 && { part: 'Part Two' }),
  })),
};

const designs: [name: string, family: FamilyName, design: Partial<Design>][] = [
  ['the standard one', 'literata', {}],
  [
    'a small page with drop caps, ornaments and bleed',
    'eb-garamond',
    {
      trim: { widthIn: 5, heightIn: 8 },
      opening: 'dropCap3',
      sceneBreak: 'o3',
      heads: 'title-chapter',
      headStyle: 'smallCaps',
      folio: 'head',
      chapterStart: 'next',
      bleed: true,
    },
  ],
  [
    'large type in small capitals',
    'gentium-book-plus',
    { size: 13.5, leading: 1.5, opening: 'smallCaps', indentEm: 0 },
  ],
];

/** Positions in a PDF are rounded: those of lines to a thousandth of a point, those of words to 0.1 of a glyph unit. */
const maxDistance = 0.1;

describe.each(designs)('the preview of %s', (_name, family, changes) => {
  const design: Design = { ...standardDesign, ...changes };
  let preview: Preview;
  let printed: PageGlyphs[];
  let textOf: (face: FaceName, id: number) => string;
  beforeAll(async () => {
    const assets = await readAssets({ family });
    const faces = Object.values(familyOf(assets));
    const texts = new Map(faces.map((face) => [face.name, listGlyphTexts(face)]));
    textOf = (face, id) => texts.get(face)?.[id] ?? '';
    preview = await layOutPreview(book, { assets, design });
    const { pdf } = await typeset(book, { profile: 'print', design, assets, date: 0 });
    printed = await readGlyphs(pdf);
  });

  it('has every glyph of the PDF, where pdf.js finds it', () => {
    expect(preview.pages).toHaveLength(printed.length);
    let compared = 0;
    preview.pages.forEach((page, index) => {
      const expected = inOrder(printed[index]?.glyphs ?? []);
      const drawn = inOrder(previewGlyphs(page, textOf));
      // The PDF's page includes the bleed: at the top, the foot and the outside edge.
      const bleed = design.bleed ? bleedWidth : 0;
      const left = page.side === 'left' ? bleed : 0;
      expect(drawn.map(({ text }) => text)).toEqual(expected.map(({ text }) => text));
      drawn.forEach(({ size, x, y }, at) => {
        const other = expected[at] as PlacedGlyph;
        expect(Math.abs(size - other.size)).toBeLessThan(0.001);
        expect(Math.hypot(x + left - other.x, y + bleed - other.y)).toBeLessThan(maxDistance);
        compared += 1;
      });
      expect(previewPaths(page)).toBe(printed[index]?.paths);
    });
    expect(compared).toBeGreaterThan(10_000);
  });

  it('knows the side, the number and the chapter of each page', () => {
    expect(preview.pages.map(({ side }) => side).slice(0, 3)).toEqual(['right', 'left', 'right']);
    const first = preview.pages.findIndex(({ label }) => label === '1');
    expect(preview.pages[first]).toMatchObject({ side: 'right', chapter: 0 });
    expect(preview.pages[0]).toMatchObject({ label: 'i', chapter: undefined });
    const order = preview.pages.flatMap(({ chapter }) => (chapter === undefined ? [] : [chapter]));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(new Set(order)).toEqual(new Set([0, 1, 2, 3]));
    const openings = book.chapters.map((_, chapter) => preview.pages.findIndex((page) => page.chapter === chapter));
    for (const [chapter, page] of openings.entries()) {
      const texts = preview.pages[page]?.drawings[0]?.drawing.texts.map(({ text }) => text).join(' ');
      expect(texts).toContain(`Paragraph ${chapter + 1}.0.`.slice(design.opening === 'dropCap3' ? 1 : 0));
    }
  });
});

describe('the preview', () => {
  let assets: PressAssets;
  beforeAll(async () => {
    assets = await readAssets();
  });

  it('reports each chapter', async () => {
    const reports: number[][] = [];
    await layOutPreview(book, { assets, onChapterDone: (...progress) => reports.push(progress) });
    // The title page of a part is not a chapter. Chapters are laid out once more where the margin grows.
    expect(reports.slice(0, 4)).toEqual([1, 2, 3, 4].map((done) => [done, 4]));
  });

  it('counts the characters of full lines', async () => {
    const lengthOf = async (size: number) =>
      (await layOutPreview(book, { assets, design: { ...standardDesign, size } })).charactersPerLine ?? 0;
    expect(await lengthOf(11)).toBeGreaterThan(50);
    expect(await lengthOf(11)).toBeLessThan(80);
    expect(await lengthOf(14)).toBeLessThan(await lengthOf(11));
    const [chapter] = book.chapters;
    const dialogue = Array.from({ length: 200 }, () => '“Yes.”').join('\n\n');
    const chatty = { ...book, chapters: [{ number: 1, title: 'One', text: `${chapter?.text}\n\n${dialogue}` }] };
    const { charactersPerLine } = await layOutPreview(chatty, { assets });
    expect(Math.abs((charactersPerLine ?? 0) - (await lengthOf(11)))).toBeLessThan(3);
  });

  it('draws each glyph, box and ornament of a page in its place', async () => {
    const design: Design = { ...standardDesign, sceneBreak: 'o1' };
    const preview = await layOutPreview(book, { assets, design });
    const page = preview.pages.find((each) => each.drawings.some(({ drawing }) => drawing.ornaments.length > 0));
    const moves: number[][] = [];
    let [fills, boxes] = [0, 0];
    const canvas: PageCanvas<string> = {
      fillStyle: '',
      strokeStyle: '',
      lineWidth: 0,
      setTransform: (...matrix) => moves.push(matrix),
      fill: () => (fills += 1),
      strokeRect: () => (boxes += 1),
    };
    const made: string[] = [];
    const outlines = createOutlines(glyphOutlinesOf(assets), (svg) => {
      made.push(svg);
      return svg;
    });
    const options = { height: preview.height, scale: 2, ink: '#000', outlines };
    if (!page) throw new Error('No page has an ornament.');
    drawPage(canvas, page, options);
    const glyphs = previewGlyphs(page, () => '');
    expect([fills + boxes, boxes]).toEqual([glyphs.length + previewPaths(page), 2]);
    expect(canvas.fillStyle).toBe('#000');
    const [first] = glyphs;
    expect(moves[0]?.slice(4)).toEqual([(first?.x ?? 0) * 2, (preview.height - (first?.y ?? 0)) * 2]);
    // Each outline is made once, however often it is drawn.
    expect(made.length).toBeLessThan(fills);
    const before = made.length;
    drawPage(canvas, page, options);
    expect(made).toHaveLength(before);
    expect(made.every((svg) => svg === '' || /^M[^a-z]*Z$/.test(svg))).toBe(true);
  });

  /** The files of a bundle for browsers. */
  const bundle = (...files: string[]): string[] => {
    const { metafile } = buildSync({
      stdin: {
        contents: files.map((file) => `export * from './${file}.ts';`).join(''),
        resolveDir: import.meta.dirname,
        loader: 'ts',
      },
      bundle: true,
      platform: 'browser',
      format: 'esm',
      write: false,
      metafile: true,
    });
    return Object.keys(metafile.inputs);
  };

  it('is bundled for browsers, without compression and without a module of Node', () => {
    const inputs = bundle('lay-out-preview', 'draw-page', 'glyph-outlines');
    const own = inputs.filter((file) => file.includes('packages/press/')).map((file) => path.basename(file));
    expect(own).toContain('lay-out-book.ts');
    expect(own.filter((file) => /^(?:font-program|write-|pdf-|page-content|node-assets)/.test(file))).toEqual([]);
    expect(inputs.filter((file) => /pdfkit|fflate|zlib|node_modules\/(?:docx|saxes)/.test(file))).toEqual([]);
  });

  it('draws without fonts and layout, so that a page can draw what its worker has laid out', () => {
    const inputs = bundle('draw-page').filter((file) => !file.includes('<stdin>'));
    expect(inputs.map((file) => path.basename(file)).sort()).toEqual(['draw-page.ts', 'ornaments.ts']);
  });
});
