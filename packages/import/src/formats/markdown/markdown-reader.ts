import { type Node, type NodeType, type NodeWalker, Parser } from 'commonmark';
import { addMarkedLines, addMarkedText } from '../../document/add-marked-text.ts';
import type { DocumentBuilder } from '../../document/document-builder.ts';
import { Lists } from '../../document/lists.ts';
import { outcomes } from '../../document/outcomes.ts';
import { StyleRules } from '../html/css.ts';
import { readHtmlText } from '../html/html-reader.ts';
import type { NoteRegistry } from '../html/note-registry.ts';

interface MarkdownContext {
  readonly builder: DocumentBuilder;
  /** The labels of the footnotes, in lower case. */
  readonly labels: ReadonlySet<string>;
  readonly notes: NoteRegistry;
}

/** Reads a text in CommonMark, with footnotes and tables. */
export function readMarkdownText(markdown: string, context: MarkdownContext): void {
  new MarkdownReader(markdown, context).read();
}

const plain = { emphasis: false, strong: false };
const noteMark = /\[\^([^[\]\s]{1,100})\]/g;
/** Elements of HTML that are known inside a paragraph. */
const inlineTag = /^<(\/?)(em|i|strong|b|br)\s*\/?>$/i;
const comment = /^<!--([\s\S]*?)-->$/;

class MarkdownReader {
  readonly #lines: readonly string[];
  readonly #root: Node;
  readonly #context: MarkdownContext;
  readonly #builder: DocumentBuilder;
  readonly #lists = new Lists();
  #emphasis = 0;
  #strong = 0;
  /** Text that is not added yet: the parser divides it at brackets. */
  #text = '';
  /** The words that describe the open picture; null outside of one. */
  #alternative: string | null = null;
  #itemLabel = '';

  constructor(markdown: string, context: MarkdownContext) {
    this.#lines = markdown.split('\n');
    this.#root = new Parser().parse(markdown);
    this.#context = context;
    this.#builder = context.builder;
  }

  read(): void {
    const walker = this.#root.walker();
    for (let event = walker.next(); event; event = walker.next()) {
      const { entering, node } = event;
      if (node.type !== 'text') this.#flush();
      if (entering) this.#entered[node.type]?.(node, walker);
      else this.#left[node.type]?.(node);
    }
    this.#flush();
  }

  readonly #entered: Partial<Record<NodeType, (node: Node, walker: NodeWalker) => void>> = {
    text: (node) => (this.#text += node.literal ?? ''),
    softbreak: () => (this.#text += ' '),
    linebreak: () => this.#builder.addLineBreak(),
    emph: () => (this.#emphasis += 1),
    strong: () => (this.#strong += 1),
    code: (node) => this.#addText(node.literal ?? ''),
    html_inline: (node) => this.#readTag(node.literal ?? ''),
    html_block: (node) => this.#readHtml(node.literal ?? ''),
    link: (node) => this.#loseLink(node.destination ?? ''),
    image: () => (this.#alternative = ''),
    paragraph: (node, walker) => this.#readTable(node, walker),
    block_quote: () => this.#builder.lose('style', outcomes.quotation),
    list: (node) => this.#openList(node),
    item: () => (this.#itemLabel = this.#lists.nextLabel()),
    code_block: (node) => this.#readCode(node),
    thematic_break: () => this.#builder.addSceneBreak(),
  };

  readonly #left: Partial<Record<NodeType, (node: Node) => void>> = {
    emph: () => (this.#emphasis -= 1),
    strong: () => (this.#strong -= 1),
    image: () => this.#endImage(),
    paragraph: () => this.#endParagraph(null),
    heading: (node) => this.#endParagraph(node.level),
    list: () => this.#lists.close(),
    item: () => (this.#itemLabel = ''),
  };

  #endParagraph(level: number | null): void {
    if (this.#builder.hasText) this.#builder.endParagraph({ level });
  }

  /** Adds the text so far, with references to footnotes. */
  #flush(): void {
    const text = this.#text;
    this.#text = '';
    let from = 0;
    for (const match of text.matchAll(noteMark)) {
      const label = match[1]?.toLowerCase() ?? '';
      if (!this.#context.labels.has(label)) continue;
      this.#addText(text.slice(from, match.index));
      this.#context.notes.refer(`#${label}`, match[0]);
      from = match.index + match[0].length;
    }
    this.#addText(text.slice(from));
  }

  #addText(text: string): void {
    if (text === '') return;
    if (this.#alternative !== null) {
      this.#alternative += text;
      return;
    }
    if (this.#itemLabel !== '') this.#builder.addText(`${this.#itemLabel} `, plain);
    this.#itemLabel = '';
    this.#builder.addText(text, { emphasis: this.#emphasis > 0, strong: this.#strong > 0 });
  }

  #endImage(): void {
    this.#builder.lose('image', outcomes.image, this.#alternative ?? '');
    this.#alternative = null;
  }

  #loseLink(address: string): void {
    if (!address.startsWith('#')) this.#builder.lose('link', outcomes.link);
  }

  #openList(node: Node): void {
    const isOrdered = node.listType === 'ordered';
    this.#lists.open(isOrdered ? 'ol' : 'ul', String(node.listStart ?? 1));
    this.#builder.lose('style', outcomes.list);
  }

  #readTag(html: string): void {
    const [, end, name = ''] = inlineTag.exec(html) ?? [];
    const step = end === '/' ? -1 : 1;
    if (name.toLowerCase() === 'br') this.#builder.addLineBreak();
    else if (/^(?:em|i)$/i.test(name)) this.#emphasis = Math.max(0, this.#emphasis + step);
    else if (/^(?:strong|b)$/i.test(name)) this.#strong = Math.max(0, this.#strong + step);
    else if (!this.#readComment(html)) this.#builder.lose('style', outcomes.tag, html);
  }

  /** A comment of HTML is a note of the author. An empty one separates marks. */
  #readComment(html: string): boolean {
    const [, text] = comment.exec(html.trim()) ?? [];
    if (text === undefined) return false;
    const index = text.trim() === '' ? null : this.#builder.addComment({ author: '', text });
    if (index !== null) {
      this.#builder.addAnchor(index, 'start');
      this.#builder.addAnchor(index, 'end');
    }
    return true;
  }

  #readHtml(html: string): void {
    if (this.#readComment(html)) return;
    const { builder, notes } = this.#context;
    readHtmlText(html, { builder, notes, rules: new StyleRules(), path: 'html', isXhtml: false });
  }

  /** Indented lines are mostly paragraphs whose author has indented them; only fenced ones are code. */
  #readCode(node: Node): void {
    const text = node.literal ?? '';
    if (node.info === null) {
      addMarkedText(this.#builder, text.replaceAll(/\n+/g, '\n\n'), 0);
      return;
    }
    this.#builder.lose('style', outcomes.preformatted);
    this.#addText(text.trimEnd());
    this.#builder.endParagraph({});
  }

  /** Makes paragraphs of the rows of a table. */
  #readTable(node: Node, walker: NodeWalker): void {
    const [[from], [to]] = node.sourcepos;
    const rows = this.#lines.slice(from - 1, to);
    if (rows.length < 2 || !isDelimiterRow(rows[1] ?? '')) return;
    this.#builder.lose('table', outcomes.table);
    for (const [index, row] of rows.entries()) {
      if (index === 1) continue;
      const line = cellsOf(row).join(' | ');
      addMarkedLines(this.#builder, line, [{ from: 0, to: line.length }]);
      this.#builder.endParagraph({});
    }
    walker.resumeAt(node, false);
  }
}

/** The row between the heads of a table and its cells, such as `|---|:--|`. */
const isDelimiterRow = (row: string): boolean =>
  row.includes('-') && row.includes('|') && [...row].every((character) => ' \t|:-'.includes(character));

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
