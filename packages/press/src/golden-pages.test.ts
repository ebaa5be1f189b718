import { mkdirSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { coverGuide } from './cover/cover-guide.ts';
import { type Design, standardDesign } from './design.ts';
import type { Profile } from './geometry.ts';
import { type FamilyName, readAssets } from './node-assets.ts';
import { goldenBook, goldenTexts } from './testing/golden-book.ts';
import { typeset, typesetChapter, typesetOutline, typesetStory } from './typeset.ts';

/** Pixels per inch. */
const resolution = 100;
/** How many pixels may differ (a comma has more), and the difference of grey levels up to which two are the same. */
const maxChanged = 8;
const sameGrey = 32;
const folder = fileURLToPath(new URL('../golden', import.meta.url));
/** Set to write the images anew; look at each changed one before you commit it. */
const isUpdate = process.env['GOLDEN'] === 'update';

interface Image {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

let pdfium: PDFiumLibrary;
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init();
});
afterAll(() => pdfium.destroy());

/** Draws pages of a PDF, which are counted from 1, as a reader's program does. */
async function draw(pdf: Uint8Array, pages: readonly number[]): Promise<Image[]> {
  const document = await pdfium.loadDocument(pdf);
  try {
    const images: Image[] = [];
    for (const page of pages) {
      const { data, width, height } = await document.getPage(page - 1).render({ scale: resolution / 72 });
      const raw = { width, height, channels: 4 } as const;
      const grey = await sharp(data, { raw }).flatten({ background: '#fff' }).greyscale().raw().toBuffer();
      images.push({ width, height, grey });
    }
    return images;
  } finally {
    document.destroy();
  }
}

const encode = ({ grey, width, height }: Image) =>
  sharp(grey, { raw: { width, height, channels: 1 } }).png({ palette: true, colours: 16, compressionLevel: 9 });

const read = async (name: string): Promise<Image> => {
  const image = sharp(await readFile(path.join(folder, `${name}.png`))).greyscale();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, grey: data };
};

/** The number of pixels that differ; all of them for images of different sizes. */
function countChanged(one: Image, other: Image): number {
  if (one.width !== other.width || one.height !== other.height) return one.grey.length;
  let changed = 0;
  one.grey.forEach((grey, at) => {
    if (Math.abs(grey - (other.grey[at] ?? 0)) > sameGrey) changed += 1;
  });
  return changed;
}

const seen = new Set<string>();

/** Compares pages with their images, which are named after the file and the page. */
async function expectPages(name: string, pdf: Uint8Array, pages: readonly number[]): Promise<void> {
  const images = await draw(pdf, pages);
  for (const [index, image] of images.entries()) {
    const file = `${name}-${pages[index]}`;
    seen.add(`${file}.png`);
    if (isUpdate) await writeFile(path.join(folder, `${file}.png`), await encode(image).toBuffer());
    const changed = countChanged(image, await read(file));
    expect({ file, changed, isSame: changed <= maxChanged }).toEqual({ file, changed, isSame: true });
  }
}

const date = Date.UTC(2026, 0, 2);

interface BookFile {
  readonly name: string;
  readonly profile: Profile;
  readonly family: FamilyName;
  readonly design: Partial<Design>;
  readonly pages: readonly number[];
}

const bookFiles: readonly BookFile[] = [
  { name: 'standard', profile: 'print', family: 'literata', design: {}, pages: [1, 3, 4, 5, 7, 9, 11, 12] },
  {
    name: 'drop-caps',
    profile: 'print',
    family: 'eb-garamond',
    design: {
      trim: { widthIn: 5, heightIn: 8 },
      size: 11.5,
      opening: 'dropCap3',
      sceneBreak: 'o4',
      heads: 'title-chapter',
      headStyle: 'smallCaps',
      chapterLabel: 'word',
    },
    pages: [11, 12, 13],
  },
  {
    name: 'small-caps',
    profile: 'print',
    family: 'vollkorn',
    design: { opening: 'smallCaps', sceneBreak: 'blank', chapterStart: 'next', chapterLabel: 'none', folio: 'head' },
    pages: [10, 11],
  },
  { name: 'bleed', profile: 'print', family: 'alegreya', design: { bleed: true, sceneBreak: 'o1' }, pages: [12] },
  { name: 'screen', profile: 'screen', family: 'source-serif-4', design: {}, pages: [7, 8] },
  {
    name: 'large',
    profile: 'print',
    family: 'gentium-book-plus',
    design: { trim: { widthIn: 7, heightIn: 10 }, size: 14, leading: 1.6, heads: 'none' },
    pages: [12],
  },
];

describe('pages look as in their images', () => {
  mkdirSync(folder, { recursive: true });

  it.each(bookFiles)('of the book $name', async ({ name, profile, family, design, pages }) => {
    const options = { assets: await readAssets({ family }), date };
    const { pdf } = await typeset(goldenBook, { ...options, profile, design: { ...standardDesign, ...design } });
    await expectPages(name, pdf, pages);
  });

  it.each(Object.entries(goldenTexts))('of a chapter in the language %s', async (language, text) => {
    const options = { assets: await readAssets(), date, design: standardDesign };
    const manuscript = { ...goldenBook, language, matter: [], chapters: [{ number: 1, title: '', text }] };
    await expectPages(`chapter-${language}`, (await typesetChapter(manuscript, options)).pdf, [1]);
  });

  it('of a story, an outline and the guide for a cover', async () => {
    const options = { assets: await readAssets(), date };
    const chapters = goldenBook.chapters.slice(1, 2);
    await expectPages('story', (await typesetStory({ ...goldenBook, chapters }, options)).pdf, [3]);
    const text = '# The plan\n\nShe keeps the light.\n\n## Part one\n\nThe boat does not come back.';
    const outline = { title: 'The Keeper', subtitle: 'Outline', author: 'A. Bear', language: 'en-GB', text };
    await expectPages('outline', (await typesetOutline(outline, options)).pdf, [1]);
    const guide = coverGuide({ pages: 240, format: 'pdf', design: standardDesign, assets: options.assets });
    await expectPages('cover-guide', guide.bytes, [1]);
  });

  it('has a page for every golden image', () => {
    expect(readdirSync(folder).toSorted()).toEqual([...seen].toSorted());
  });
});
