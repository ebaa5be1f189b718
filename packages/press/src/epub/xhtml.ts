import { readBlocks, type StyledRun } from '../styled-text.ts';
import { escapeXml } from '../escape-xml.ts';
import { BlockWriter, type PageBreak } from './print-page-marks.ts';

const linesToXhtml = (lines: readonly (readonly StyledRun[])[], breaks: readonly PageBreak[]): string => {
  const writer = new BlockWriter(breaks);
  const xhtml = lines.map((runs) => runs.map((run) => writer.write(run)).join('')).join('<br/>\n');
  return xhtml + writer.finish();
};

/**
 * The blocks of a text. The first paragraph and those after headings and scene breaks have the class `first`, because
 * they are not indented.
 * @param breaks where pages of the print edition begin, in order
 */
export const textToXhtml = (text: string, breaks: readonly PageBreak[] = []): string => {
  const byBlock = Map.groupBy(breaks, ({ block }) => block);
  let isFirst = true;
  const blocks = readBlocks(text).map((block, index) => {
    const own = byBlock.get(index) ?? [];
    if (block.kind === 'paragraph') {
      const paragraph = `<p${isFirst ? ' class="first"' : ''}>${linesToXhtml(block.lines, own)}</p>`;
      isFirst = false;
      return paragraph;
    }
    isFirst = true;
    if (block.kind === 'scene-break') return '<hr/>';
    return `<h${block.depth}>${linesToXhtml([block.content], own)}</h${block.depth}>`;
  });
  return blocks.join('\n');
};

/** A document of an e-book. */
export interface XhtmlDocument {
  title: string;
  /** A BCP 47 tag. */
  language: string;
  direction: 'ltr' | 'rtl';
  /** What the book is divided into: its front matter, body and back matter. */
  division: 'frontmatter' | 'bodymatter' | 'backmatter';
  /** The path of the style sheet. */
  style: string;
  /** XHTML. */
  body: string;
}

export const writeXhtml = ({ title, language, direction, division, style, body }: XhtmlDocument): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${escapeXml(language)}" xml:lang="${escapeXml(language)}" dir="${direction}">
<head>
<meta charset="UTF-8"/>
<title>${escapeXml(title)}</title>
<link rel="stylesheet" type="text/css" href="${style}"/>
</head>
<body epub:type="${division}">
${body}
</body>
</html>
`;
