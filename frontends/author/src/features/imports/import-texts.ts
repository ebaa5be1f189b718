import type { ImportFormat, ImportLoss, ManuscriptImport } from '@inkbear/contracts/export/import';
import { counted } from '@inkbear/web-kit/counted.ts';
import type { PlanSummary } from './plan-edits.ts';

export const formatNames: Readonly<Record<ImportFormat, string>> = {
  docx: 'Word document',
  markdown: 'Markdown',
  epub: 'EPUB',
  rtf: 'RTF',
  text: 'Plain text',
  html: 'Web page',
  scrivener: 'Scrivener project',
  collection: 'Several files',
  'account-export': 'Inkbear export',
};

/** File names that the file dialog offers; the server looks at the content. */
export const acceptedFiles = '.docx,.epub,.rtf,.md,.markdown,.txt,.html,.htm,.zip';

/** The state of an import in a list. */
export function stateText({ state, error }: Pick<ManuscriptImport, 'state' | 'error'>): string {
  switch (state) {
    case 'waiting':
      return 'Waiting to be read';
    case 'reading':
      return 'Being read';
    case 'ready':
      return 'Ready for you to check';
    case 'making':
      return 'Being made into a book';
    case 'made':
      return 'Made into a book';
    case 'failed':
      return error?.message ?? 'It could not be imported.';
    case 'cancelled':
      return 'Cancelled';
  }
}

const lossNouns: Readonly<Record<ImportLoss['kind'], readonly [string, string]>> = {
  image: ['image', 'images'],
  table: ['table', 'tables'],
  footnote: ['footnote', 'footnotes'],
  comment: ['comment', 'comments'],
  'tracked-change': ['tracked change', 'tracked changes'],
  equation: ['equation', 'equations'],
  field: ['field', 'fields'],
  'text-box': ['text box', 'text boxes'],
  style: ['style', 'styles'],
  link: ['link', 'links'],
  other: ['other part', 'other parts'],
};

/** `3 images`. */
export const lossText = ({ kind, count }: Pick<ImportLoss, 'kind' | 'count'>): string =>
  counted(count, ...lossNouns[kind]);

/** `32 chapters · 3 pages before or after them · 2 left out`. */
export const summaryText = ({ chapters, pages, excluded }: PlanSummary): string =>
  [
    counted(chapters, 'chapter'),
    ...(pages === 0 ? [] : [`${counted(pages, 'page')} before or after them`]),
    ...(excluded === 0 ? [] : [`${excluded} left out`]),
  ].join(' · ');
