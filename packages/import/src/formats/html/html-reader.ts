import type { DocumentBuilder } from '../../document/document-builder.ts';
import { Lists } from '../../document/lists.ts';
import { outcomes } from '../../document/outcomes.ts';
import { Tables } from '../../document/tables.ts';
import { BlockStack, type OpenBlock } from './block-stack.ts';
import type { CssProperties } from './css.ts';
import {
  blockElements,
  crossedElements,
  emphasisElements,
  noteTypes,
  raisedElements,
  rolesByType,
  strongElements,
  typesOf,
} from './elements.ts';
import { InlineStyles } from './inline-styles.ts';
import { type SkipContext, SkippedElement, skipElement } from './skipped-element.ts';
import { type HtmlElement, type HtmlHandler, tokenizeHtml } from './tokenize-html.ts';

interface HtmlOptions extends SkipContext {
  /** Whether elements may be closed as in XML. */
  readonly isXhtml: boolean;
}

const plain = { emphasis: false, strong: false };
/** The label above the title of a chapter, in e-books of our own. */
const labelClass = 'label';
const headingLevel = /^h([1-6])$/;
/** Elements that are sections of a book, if their type says so. */
const sectionElements = new Set(['body', 'section', 'article']);

/** Reads a file of HTML or XHTML into a document. */
export function readHtmlText(html: string, options: HtmlOptions): void {
  const reader = new HtmlReader(options);
  tokenizeHtml(html, reader, options.isXhtml);
  reader.finish();
}

class HtmlReader implements HtmlHandler {
  readonly #builder: DocumentBuilder;
  readonly #options: HtmlOptions;
  readonly #tables: Tables;
  readonly #lists = new Lists();
  readonly #styles = new InlineStyles();
  readonly #blocks = new BlockStack();
  #skipped: SkippedElement | null = null;
  /** Whether the next blank is dropped. */
  #isAfterBlank = true;
  #hasOpenLabel = false;
  /** The number or bullet of an item, which stands before its first words. */
  #itemLabel = '';

  constructor(options: HtmlOptions) {
    this.#options = options;
    this.#builder = options.builder;
    this.#tables = new Tables(options.builder);
  }

  open(element: HtmlElement, isEmpty: boolean): void {
    const { name } = element;
    if (this.#skipped) {
      if (!isEmpty) this.#skipped.open(name);
      return;
    }
    const css = this.#options.rules.find(name, element.attribute('class'), element.attribute('style'));
    const skipped = skipElement(element, css, this.#options);
    if (skipped) this.#skipped = isEmpty ? null : skipped;
    else if (blockElements.has(name)) this.#openBlock(element, css, isEmpty);
    else this.#openInline(element, css, isEmpty);
  }

  close(name: string): void {
    if (this.#skipped?.close(name) === true) this.#skipped = null;
    else if (this.#skipped) return;
    else if (blockElements.has(name)) this.#closeBlock(name);
    else this.#closeInline(name);
  }

  text(text: string): void {
    if (this.#skipped) this.#skipped.text(text);
    else if (this.#blocks.count('pre') > 0) this.#addText(text);
    else this.#addFlowing(text);
  }

  finish(): void {
    while (this.#blocks.last) this.#endBlock();
    this.#endParagraph();
  }

  /** White space of a text that is laid out by its reader is one blank. */
  #addFlowing(text: string): void {
    const collapsed = text.replaceAll(/[ \t\n\r\f]+/g, ' ');
    const shown = this.#isAfterBlank && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed;
    if (shown === '') return;
    this.#isAfterBlank = shown.endsWith(' ');
    this.#addText(shown);
  }

  #addText(text: string): void {
    if (this.#itemLabel !== '') this.#builder.addText(`${this.#itemLabel} `, plain);
    this.#itemLabel = '';
    this.#builder.addText(text, this.#styles.style);
  }

  #openBlock(element: HtmlElement, css: CssProperties, isEmpty: boolean): void {
    const { name } = element;
    this.#endParagraph();
    if (this.#blocks.last?.name === 'p') this.#endBlock();
    if (css.hasPageBreak === true) this.#builder.addPageBreak();
    this.#openSection(element);
    if (name === 'html') this.#builder.metadata.language ||= element.attribute('lang') || element.attribute('xml:lang');
    const [, level] = headingLevel.exec(name) ?? [];
    const note = this.#noteOf(element);
    const isCentred = css.isCentred ?? (element.attribute('align') === 'center' || name === 'center');
    this.#blocks.push({ name, level: level === undefined ? null : Number(level), isCentred, note });
    if (note !== null) this.#builder.startNote();
    this.#openStructure(element);
    if (isEmpty) this.#closeBlock(name);
  }

  /** Begins a page where the file names the part of the book that follows. */
  #openSection(element: HtmlElement): void {
    const role = typesOf(element)
      .map((type) => rolesByType[type])
      .find((found) => found !== undefined);
    if (role === undefined || !sectionElements.has(element.name)) return;
    if (role === 'chapter' || role === 'part' || this.#builder.isAtPageStart) this.#builder.addPageBreak({ role });
  }

  #noteOf(element: HtmlElement): string | null {
    const id = element.attribute('id');
    const address = `${this.#options.path}#${id}`;
    if (id !== '' && this.#options.notes.isReferredTo(address)) return address;
    return typesOf(element).some((type) => noteTypes.has(type)) ? address : null;
  }

  #openStructure({ name, attribute }: HtmlElement): void {
    if (name === 'table') this.#tables.open();
    else if (name === 'tr') this.#tables.openRow();
    else if (name === 'td' || name === 'th') this.#tables.openCell();
    else if (name === 'ul' || name === 'ol') this.#openList(name, attribute('start'));
    else if (name === 'li') this.#openItem();
    else if (name === 'blockquote') this.#builder.lose('style', outcomes.quotation);
    else if (name === 'pre') this.#builder.lose('style', outcomes.preformatted);
  }

  /** Whether the innermost block is a note. */
  get #isNote(): boolean {
    return typeof this.#blocks.last?.note === 'string';
  }

  #openList(name: string, start: string): void {
    this.#lists.open(name, start);
    if (!this.#isNote) this.#builder.lose('style', outcomes.list);
  }

  #openItem(): void {
    const label = this.#lists.nextLabel();
    if (!this.#isNote) this.#itemLabel = label;
  }

  #closeBlock(name: string): void {
    if (this.#blocks.count(name) === 0) return;
    let closed: OpenBlock | undefined;
    do closed = this.#endBlock();
    while (closed && closed.name !== name);
  }

  /** Ends the innermost block. An empty paragraph is a blank one. */
  #endBlock(): OpenBlock | undefined {
    const { last } = this.#blocks;
    if (last?.name === 'p' && !this.#builder.hasText && !this.#tables.isOpen) this.#builder.endParagraph({});
    this.#endParagraph();
    const block = this.#blocks.pop();
    if (block) this.#closeStructure(block);
    return block;
  }

  #closeStructure({ name, note }: OpenBlock): void {
    if (name === 'table') this.#tables.close();
    else if (name === 'tr') this.#tables.closeRow();
    else if (name === 'ul' || name === 'ol') this.#lists.close();
    else if (name === 'li') this.#itemLabel = '';
    if (note !== null) this.#options.notes.define(note);
  }

  #endParagraph(): void {
    this.#isAfterBlank = true;
    if (!this.#builder.hasText) return;
    const { level = null, isCentred = false } = this.#blocks.last ?? {};
    this.#builder.endParagraph({ level, isCentred });
  }

  #openInline(element: HtmlElement, css: CssProperties, isEmpty: boolean): void {
    const { name } = element;
    if (name === 'br') this.#breakLine();
    else if (name === 'hr') this.#addRule();
    else if (name === 'math') this.#builder.lose('equation', outcomes.equation);
    else if (name === 'a') this.#loseLink(element.attribute('href'));
    else if (name === 'meta') this.#readMeta(element);
    else if (name === 'u') this.#builder.lose('style', outcomes.underline);
    else if (raisedElements.has(name)) this.#builder.lose('style', outcomes.raised);
    else if (crossedElements.has(name)) this.#builder.lose('style', outcomes.strike);
    if (isEmpty) return;
    const isLabel = this.#isLabel(element);
    this.#styles.open(isLabel ? labelClass : name, {
      isEmphasis: css.italic ?? emphasisElements.has(name),
      isStrong: css.bold ?? strongElements.has(name),
    });
    if (isLabel) this.#hasOpenLabel = true;
  }

  #isLabel(element: HtmlElement): boolean {
    const isInHeading = typeof this.#blocks.last?.level === 'number';
    return isInHeading && element.name === 'span' && element.attribute('class') === labelClass;
  }

  #closeInline(name: string): void {
    if (name === 'span' && this.#hasOpenLabel) {
      this.#hasOpenLabel = false;
      this.#styles.close(labelClass);
      this.#breakLine();
    } else this.#styles.close(name);
  }

  #breakLine(): void {
    if (this.#builder.hasText) this.#builder.addLineBreak();
    this.#isAfterBlank = true;
  }

  #addRule(): void {
    this.#endParagraph();
    this.#builder.addSceneBreak();
  }

  /** A link inside the book is one of its contents or notes. */
  #loseLink(address: string): void {
    if (/^[a-z][a-z0-9+.-]*:/i.test(address)) this.#builder.lose('link', outcomes.link);
  }

  #readMeta({ attribute }: HtmlElement): void {
    if (attribute('name').toLowerCase() === 'author' && this.#options.path === '')
      this.#builder.metadata.author ||= attribute('content');
  }
}
