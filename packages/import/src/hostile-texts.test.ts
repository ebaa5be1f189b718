import { describe, expect, it } from '@jest/globals';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { ImportError } from './import-error.ts';
import { readManuscript } from './read-manuscript.ts';
import { bytesOf, docxOf, epubOf, p } from './testing/files.ts';

const units = process.env['TEST_DEEP'] === '1' ? 2_000_000 : 200_000;
const fill = (unit: string): string => unit.repeat(Math.ceil(units / unit.length)).slice(0, units);

/** What the parsers of the formats have to take in linear time besides the texts of all packages. */
const texts: Readonly<Record<string, string>> = {
  ...hostileTexts(units),
  labels: fill('Chapter 1\n\n'),
  numbers: fill('1\n\n'),
  names: fill('Prologue\n\nPart One\n\n'),
  brackets: fill('[a](b'),
  'many brackets': fill('['),
  'angle brackets': fill('a<b '),
  instructions: fill('a<?'),
  ticks: fill('`a``'),
  notes: `${fill('[^1]')}\n\n[^1]: x`,
  'blank pages': fill('\f'),
};
const escaped = (text: string): string => text.toWellFormed().replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const files: Readonly<Record<string, (text: string) => Uint8Array>> = {
  text: bytesOf,
  markdown: (text) => bytesOf(`# A\n\n${text}`),
  html: (text) => bytesOf(`<!DOCTYPE html><p>${text}`),
  rtf: (text) => bytesOf(`{\\rtf1 ${text.replaceAll('\n', '\\par ').replaceAll('`', '}{')}}`),
  docx: (text) =>
    docxOf(
      escaped(text)
        .replaceAll('\f', '')
        .split('\n')
        .map((line) => p(line))
        .join(''),
      { level: 0 },
    ),
};
const structures: Readonly<Record<string, Uint8Array>> = {
  'elements of HTML that are not closed': bytesOf(`<!DOCTYPE html>${fill('<b id=x><p>a')}`),
  'ends of HTML without beginnings': bytesOf(`<!DOCTYPE html><p>a${fill('</b></p></div>')}`),
  'nested lists of HTML': bytesOf(`<!DOCTYPE html>${fill('<ul><li>')}a`),
  'rules of CSS': bytesOf(`<!DOCTYPE html><style>${fill('a.b{font-style:italic}')}</style><p>a`),
  'groups of RTF': bytesOf(`{\\rtf1 ${fill('{a}')}}`),
  'fields of RTF': bytesOf(`{\\rtf1 ${fill('{\\field{\\*\\fldinst X}{\\fldrslt a}}')}}`),
  'fields of Word that do not end': docxOf(
    `<w:p>${'<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(units / 50)}</w:p>${p('a')}`,
    { level: 0 },
  ),
  'notes of an e-book': epubOf(
    { 'a.xhtml': `<p>${'<a epub:type="noteref" href="#n">1</a>'.repeat(units / 40)}</p><aside id="n">x</aside>` },
    { level: 0 },
  ),
};

const read = async (file: Uint8Array, fileName: string): Promise<string> => {
  try {
    return (await readManuscript(file, { fileName })).format;
  } catch (error) {
    if (error instanceof ImportError) return error.code;
    throw error;
  }
};

/** Far above what linear time takes, and far below what quadratic time takes. */
const maxMs = 30_000;

describe('a hostile text', () => {
  it.each(Object.keys(files))('is read as %s in linear time, or refused', async (format) => {
    for (const [name, text] of Object.entries(texts)) {
      const startedAt = performance.now();
      const result = await read(files[format]?.(text) ?? bytesOf(''), format === 'markdown' ? 'a.md' : 'a');
      expect([name, result]).toEqual([name, expect.stringMatching(/^(?:[a-z]+|imports\.(?:empty|too_large))$/)]);
      expect(performance.now() - startedAt).toBeLessThan(maxMs);
    }
  });

  it.each(Object.entries(structures))('with very many %s is read in linear time, or refused', async (_name, file) => {
    const startedAt = performance.now();
    expect(await read(file, 'a')).toMatch(/^(?:[a-z]+|imports\.(?:empty|too_large))$/);
    expect(performance.now() - startedAt).toBeLessThan(maxMs);
  });
});
