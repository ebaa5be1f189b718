import { readBlocks, type StyledRun } from '../styled-text.ts';

/** Escapes a text for the content and the attributes of XML. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const runToXhtml = ({ text, emphasis, strong }: StyledRun): string => {
  const inner = emphasis ? `<em>${escapeXml(text)}</em>` : escapeXml(text);
  return strong ? `<strong>${inner}</strong>` : inner;
};
const runsToXhtml = (runs: readonly StyledRun[]): string => runs.map(runToXhtml).join('');
const linesToXhtml = (lines: readonly (readonly StyledRun[])[]): string => lines.map(runsToXhtml).join('<br/>\n');

/**
 * The blocks of a text. The first paragraph and those after headings and scene breaks have the class `first`, because
 * they are not indented.
 */
export const textToXhtml = (text: string): string => {
  let isFirst = true;
  let hasHeading = false;
  const blocks = readBlocks(text).map((block) => {
    if (block.kind === 'paragraph') {
      const paragraph = `<p${isFirst ? ' class="first"' : ''}>${linesToXhtml(block.lines)}</p>`;
      isFirst = false;
      return paragraph;
    }
    isFirst = true;
    if (block.kind === 'scene-break') return '<hr/>';
    // The title of the text is h1. A lower heading without one between them would skip a level.
    const level = block.level > 1 && hasHeading ? 'h3' : 'h2';
    hasHeading = true;
    return `<${level}>${runsToXhtml(block.content)}</${level}>`;
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
