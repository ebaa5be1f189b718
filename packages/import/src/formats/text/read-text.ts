import { addMarkedLines } from '../../document/add-marked-text.ts';
import type { DocumentBuilder } from '../../document/document-builder.ts';

/** How the lines of a text file make paragraphs. */
type Layout = 'line' | 'group' | 'wrapped';

/** Lines that a program has wrapped are about as long as a screen is wide. */
const [minWrapped, maxWrapped] = [45, 100];
const minWrappedShare = 0.8;
const minInnerLines = 3;

/** Lines that are followed by another line without a blank one between. */
const innerLines = (lines: readonly string[]): string[] =>
  lines.filter((line, index) => line.trim() !== '' && (lines[index + 1] ?? '').trim() !== '');

function layoutOf(lines: readonly string[]): Layout {
  const inner = innerLines(lines);
  const filled = lines.filter((line) => line.trim() !== '');
  const wrapped = inner.filter(({ length }) => length >= minWrapped && length <= maxWrapped);
  const isSeparated = filled.length > inner.length + 1;
  if (isSeparated && inner.length >= minInnerLines && wrapped.length >= inner.length * minWrappedShare)
    return 'wrapped';
  return isSeparated && inner.length < filled.length * 0.5 ? 'group' : 'line';
}

/**
 * Reads a plain text. Its paragraphs are lines, or groups of lines between blank ones, whose lines may be wrapped.
 * Words between asterisks or underscores are emphasised.
 */
export function readText(text: string, builder: DocumentBuilder): void {
  const pages = text.replaceAll(/\r\n?|\u2028|\u0085/g, '\n').split('\f');
  const layout = layoutOf(pages.flatMap((page) => page.split('\n')));
  for (const [index, page] of pages.entries()) {
    if (index > 0) builder.addPageBreak();
    readPage(page.split('\n'), layout, builder);
  }
}

function readPage(lines: readonly string[], layout: Layout, builder: DocumentBuilder): void {
  let group: string[] = [];
  const endGroup = (): void => {
    if (group.length > 0) addParagraph(group.join(layout === 'wrapped' ? ' ' : '\n'), builder);
    group = [];
  };
  for (const line of lines) {
    const isBlank = line.trim() === '';
    if (!isBlank) group.push(line.trim());
    if (isBlank || layout === 'line') endGroup();
    if (isBlank) builder.endParagraph({});
  }
  endGroup();
}

function addParagraph(text: string, builder: DocumentBuilder): void {
  const ranges: { from: number; to: number }[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    ranges.push({ from, to: from + line.length });
    from += line.length + 1;
  }
  addMarkedLines(builder, text, ranges);
  builder.endParagraph({});
}
