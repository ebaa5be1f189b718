import { beforeAll, describe, expect, it } from '@jest/globals';
import { SaxesParser } from 'saxes';
import { standardDesign } from '../design.ts';
import { type PressAssets, readAssets } from '../node-assets.ts';
import { readPdfContents } from '../verify/read-pdf.ts';
import { coverGuide } from './cover-guide.ts';
import { type CoverArea, layOutCover } from './cover-layout.ts';

const rounded = ({ x, y, width, height }: CoverArea): number[] =>
  [x, y, width, height].map((value) => Math.round(value * 10_000) / 10_000);

describe('the cover of a paperback', () => {
  it('has for 300 cream pages of 6 × 9 in a spine of 0.75 in and a width of 13 in', () => {
    const cover = layOutCover(300, { trim: { widthIn: 6, heightIn: 9 }, paper: 'cream' });
    expect([cover.widthIn, cover.heightIn, cover.spineIn]).toEqual([13, 9.25, 0.75]);
    expect([cover.back, cover.spine, cover.front].map(rounded)).toEqual([
      [0.125, 0.125, 6, 9],
      [6.125, 0.125, 0.75, 9],
      [6.875, 0.125, 6, 9],
    ]);
    expect([cover.safeBack, cover.safeFront].map(rounded)).toEqual([
      [0.25, 0.25, 5.75, 8.75],
      [7, 0.25, 5.75, 8.75],
    ]);
    expect(cover.spineText && rounded(cover.spineText)).toEqual([6.1875, 0.25, 0.625, 8.75]);
    expect(rounded(cover.barcode)).toEqual([4, 7.8, 2, 1.2]);
  });

  it('has for 78 white pages of 5 × 8 in a spine of 0.1757 in without text, and text from 79 on', () => {
    const design = { trim: { widthIn: 5, heightIn: 8 }, paper: 'white' } as const;
    const cover = layOutCover(78, design);
    expect(cover.spineText).toBeUndefined();
    expect(cover.spineIn).toBeCloseTo(0.175656, 6);
    expect(cover.widthIn).toBeCloseTo(10.425656, 6);
    const thicker = layOutCover(79, design);
    expect(thicker.spineText?.width).toBeCloseTo(0.177908 - 0.125, 6);
  });
});

describe('a guide for the cover', () => {
  let assets: PressAssets;
  beforeAll(async () => {
    assets = await readAssets();
  });
  const guide = (pages: number, format: 'pdf' | 'svg') => coverGuide({ pages, design: standardDesign, format, assets });

  it('is a PDF of the size of the cover, with outlines only', async () => {
    const { bytes, contentType } = guide(300, 'pdf');
    expect(contentType).toBe('application/pdf');
    const { pages, fonts } = await readPdfContents(bytes);
    expect(pages.map(({ width, height }) => [width, height])).toEqual([[936, 666]]);
    expect([fonts, pages[0]?.texts]).toEqual([[], []]);
    // The bleed, three pages twice, three dashed areas, the barcode and the labels.
    expect(pages[0]?.paths.length).toBeGreaterThan(15);
    expect(Buffer.compare(guide(300, 'pdf').bytes, bytes)).toBe(0);
  });

  it('is an SVG of the same size, with the same areas', () => {
    const { bytes, contentType } = guide(300, 'svg');
    expect(contentType).toBe('image/svg+xml');
    const elements: { name: string; attributes: object }[] = [];
    const parser = new SaxesParser();
    parser.on('opentag', ({ name, attributes }) => elements.push({ name, attributes }));
    parser.write(new TextDecoder().decode(bytes)).close();
    expect(elements[0]?.attributes).toMatchObject({ width: '13in', height: '9.25in', viewBox: '0 0 936 666' });
    const areas = elements.filter(({ name }) => name === 'rect').map(({ attributes }) => attributes);
    expect(areas).toContainEqual(expect.objectContaining({ x: '441', width: '54', stroke: '#b3261e' }));
    expect(areas).toContainEqual(expect.objectContaining({ x: '288', y: '561.6', width: '144', height: '86.4' }));
    expect(areas.filter((area) => 'stroke-dasharray' in area)).toHaveLength(3);
    expect(elements.filter(({ name }) => name === 'path')).toHaveLength(5);
  });

  it('has no room for text on the spine of a thin book, and says so', () => {
    const countDashed = (pages: number) =>
      new TextDecoder().decode(guide(pages, 'svg').bytes).match(/stroke-dasharray/g)?.length;
    expect([countDashed(78), countDashed(79)]).toEqual([2, 3]);
  });
});
