import type { SectionRole } from '../document/source-document.ts';
import type { DocumentView } from './document-view.ts';
import { roleOfTitle } from './matter-names.ts';

/** A title page has fewer lines. */
const maxPageBlocks = 200;

/** A range of blocks before the first chapter. */
interface Page {
  readonly from: number;
  readonly to: number;
}

const dedication = /^(?:for|to|in memory of|dedicated to|für|pour|à|para|per|voor|dla|till)\s/i;
const copyright =
  /©|\bcopyright\b|\bisbn\b|\ball rights reserved\b|\balle rechte vorbehalten\b|\btous droits réservés\b/i;
const pageNumberAtEnd = /[\s.…]\d{1,4}$/;
const maxClassifiedUnits = 20_000;

/** What a page without a heading is for, by its text; null if nothing says so. */
export function classifyPage({ from, to }: Page, view: DocumentView): SectionRole | null {
  const indexes = Array.from({ length: Math.min(to - from, maxPageBlocks) }, (_, index) => from + index);
  const texts = indexes.map((index) => view.textOf(index)).filter((text) => text !== '');
  const words = view.wordsBetween(from, to);
  const [first = ''] = texts;
  if (hasBookTitle(indexes, view) && indexes.every((index) => isTitlePageLine(index, view))) return 'title-page';
  const named = roleOfTitle(first);
  if (named !== null) return named;
  const whole = texts.join('\n').slice(0, maxClassifiedUnits);
  if (words <= 1_000 && copyright.test(whole)) return 'copyright';
  const numbered = texts.filter((text) => pageNumberAtEnd.test(text.slice(-8)));
  if (texts.length >= 3 && numbered.length >= texts.length * 0.6) return 'contents';
  if (words <= 40 && texts.length <= 4 && dedication.test(first)) return 'dedication';
  if (words <= 120 && texts.length <= 6 && isQuotation(texts)) return 'epigraph';
  return null;
}

/** A title page has no sentences. */
const isTitlePageLine = (index: number, view: DocumentView): boolean =>
  view.textOf(index) === '' || view.blocks[index]?.kind === 'heading' || view.isTitleLine(index);

function hasBookTitle(indexes: readonly number[], view: DocumentView): boolean {
  const title = view.document.metadata.title.trim().toLowerCase();
  return indexes.some((index) => {
    const block = view.blocks[index];
    if (block?.kind === 'paragraph' && block.role === 'title') return true;
    return title !== '' && view.textOf(index).toLowerCase() === title;
  });
}

/** A motto is in quotation marks, or its last line begins with a dash and names its author. */
const isQuotation = (texts: readonly string[]): boolean =>
  /^[“„«"‘]/.test(texts[0] ?? '') || /^[—–-]/.test(texts.at(-1) ?? '');
