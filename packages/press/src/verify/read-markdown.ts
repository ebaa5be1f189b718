import { type Node, Parser } from 'commonmark';

/** The parser takes quadratic time for blanks inside a heading. Inside a line, one blank means the same as many. */
const blanksInside = /(?<=\S)[ \t]{2,}(?=\S)/g;

/** Reads the paragraphs and headings of a Markdown document, without its metadata. */
export const readMarkdown = (markdown: string): string[] => {
  const body = markdown.startsWith('---\n') ? markdown.slice(markdown.indexOf('\n---\n') + 5) : markdown;
  const texts: string[] = [];
  let text = '';
  const walker = new Parser().parse(body.replaceAll(blanksInside, ' ')).walker();
  for (let event = walker.next(); event; event = walker.next()) {
    const node: Node = event.node;
    if (node.type === 'text' || node.type === 'code' || node.type === 'html_block') text += node.literal ?? '';
    else if (node.type === 'linebreak' || node.type === 'softbreak') text += '\n';
    else if ((node.type === 'paragraph' || node.type === 'heading') && !event.entering) {
      texts.push(text);
      text = '';
    }
  }
  return texts;
};
