import type { DocumentBuilder } from '../../document/document-builder.ts';
import { outcomes } from '../../document/outcomes.ts';
import type { XmlElement } from '../../xml/parse-xml.ts';
import type { Numbering } from './numbering.ts';
import {
  createProperties,
  type ListPlace,
  type ParagraphStyle,
  setParagraphProperty,
  type StyleProperties,
  type StyleSheet,
} from './styles.ts';

interface OpenParagraph {
  styleId: string;
  readonly own: StyleProperties;
  /** Whether a new page follows, because a section of the document ends. */
  endsPage: boolean;
  /** A paragraph whose end is deleted continues in the next one. */
  isEndDeleted: boolean;
  /** Whether it has text that is not shown. */
  hasHidden: boolean;
  /** Whether a line stands above or below it. */
  hasBorder: boolean;
}

const createParagraph = (): OpenParagraph => ({
  styleId: '',
  own: createProperties(),
  endsPage: false,
  isEndDeleted: false,
  hasHidden: false,
  hasBorder: false,
});

interface Resources {
  readonly builder: DocumentBuilder;
  readonly styles: StyleSheet;
  readonly numbering: Numbering;
}

/** The open paragraph, and those around it while the text of a text box is read. */
export class Paragraphs {
  readonly #builder: DocumentBuilder;
  readonly #styles: StyleSheet;
  readonly #numbering: Numbering;
  readonly #outer: OpenParagraph[] = [];
  #open = createParagraph();
  /** The number of its list, which precedes the text. */
  #label: string | null = null;

  constructor({ builder, styles, numbering }: Resources) {
    this.#builder = builder;
    this.#styles = styles;
    this.#numbering = numbering;
  }

  open(): void {
    this.#open = createParagraph();
    this.#label = null;
  }

  openTextBox(): void {
    this.#outer.push(this.#open);
    this.open();
    this.#builder.startAside();
  }

  closeTextBox(): void {
    this.#builder.endAside();
    this.#open = this.#outer.pop() ?? createParagraph();
  }

  get style(): ParagraphStyle {
    return this.#styles.paragraph(this.#open.styleId);
  }

  /** The level of a heading; null for other paragraphs. */
  get #level(): number | null {
    const { outlineLevel } = this.#open.own;
    if (outlineLevel === undefined) return this.style.level;
    return outlineLevel < 9 ? outlineLevel + 1 : null;
  }

  readProperty(element: XmlElement): void {
    const { name, attribute } = element;
    const open = this.#open;
    if (name === 'w:pStyle') open.styleId = attribute('w:val') ?? '';
    else if (name === 'w:sectPr') open.endsPage = true;
    // The type of a section says how it begins, but sections of one document are mostly of the same type.
    else if (name === 'w:type') open.endsPage = attribute('w:val') !== 'continuous';
    else if (name === 'w:del') open.isEndDeleted = true;
    else if (name === 'w:pBdr') open.hasBorder = true;
    else setParagraphProperty(open.own, element);
  }

  /** The properties are complete, and the text follows. */
  begin(): void {
    const { own } = this.#open;
    if (own.hasPageBreak ?? this.style.hasPageBreak) this.breakPage();
    const place = this.#listPlace();
    this.#label = place && this.#numbering.next(place);
    if (this.#label === null || this.#level !== null) return;
    this.#builder.lose('style', outcomes.list, '');
    this.#builder.addText(`${this.#label} `, { emphasis: false, strong: false });
    this.#label = null;
  }

  #listPlace(): ListPlace | null {
    const { list } = this.#open.own;
    if (list?.id === '0') return null;
    if (list?.id !== undefined) return { list: list.id, level: list.level ?? 0 };
    return this.style.list;
  }

  breakPage(): void {
    if (this.#builder.hasText) this.#endText();
    this.#builder.addPageBreak();
  }

  hide(): void {
    this.#open.hasHidden = true;
  }

  /** @param isInTable empty cells are no blank paragraphs */
  end(isInTable: boolean): void {
    const { isEndDeleted, hasHidden, hasBorder, endsPage } = this.#open;
    const { hasText } = this.#builder;
    // A heading may consist of its number alone.
    if (!hasText && this.#label !== null) this.#builder.addText(this.#label, { emphasis: false, strong: false });
    // A line without words is what Word makes of three hyphens.
    if (!hasText && (hasBorder || this.style.isSceneBreak)) this.#builder.addSceneBreak();
    else if (this.#builder.hasText ? !isEndDeleted : !hasHidden && !isInTable && !isEndDeleted) this.#endText();
    if (endsPage) this.breakPage();
  }

  #endText(): void {
    const { role, isCentred } = this.style;
    this.#builder.endParagraph({
      level: this.#level,
      role,
      isCentred: this.#open.own.isCentred ?? isCentred,
    });
  }
}
