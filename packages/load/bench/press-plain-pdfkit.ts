/// <reference path="../../press/src/pdfkit.d.ts" />
// Typesets the first file of the press benchmark as a tutorial of pdfkit would: its own text, wrapping and subsetting.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Manuscript } from '@inkbear/press/manuscript';
import PDFDocument from 'pdfkit';
import type { PressPlan } from './press-plan.ts';

const [folder = ''] = process.argv.slice(2);
const read = async <T>(name: string): Promise<T> =>
  JSON.parse(await readFile(path.join(folder, `${name}.json`), 'utf8')) as T;
const plan = await read<PressPlan>('plan');
const manuscript = await read<Manuscript>(plan.cold[0] ?? '');
const fonts = path.dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/literata/package.json'));

/** The methods for text, which the press does not use. */
interface TextDocument {
  registerFont: (name: string, file: string) => this;
  addPage: () => this;
  font: (name: string) => this;
  fontSize: (points: number) => this;
  text: (text: string, options: Record<string, unknown>) => this;
  moveDown: (lines: number) => this;
  end: () => void;
  read: () => Uint8Array | null;
}

const startedAt = performance.now();
const margins = { top: 60, bottom: 60, left: 58, right: 58 };
const pdf = new PDFDocument({ autoFirstPage: false, size: [432, 648], margins }) as unknown as TextDocument;
pdf.registerFont('text', path.join(fonts, '400Regular/Literata_400Regular.ttf'));
for (const { title, text } of manuscript.chapters) {
  pdf.addPage().font('text').fontSize(21).text(title, { align: 'center' }).moveDown(2);
  pdf.fontSize(10.8).text(text, { align: 'justify', indent: 16, lineGap: 1 });
}
pdf.end();
pdf.read();
const cold = performance.now() - startedAt;
console.log(JSON.stringify({ cold, 'peak RSS': process.resourceUsage().maxRSS / 1024 }));
