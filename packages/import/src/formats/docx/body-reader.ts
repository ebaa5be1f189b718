import { addRun, type RunProperties } from '../../document/add-run.ts';
import type { DocumentBuilder } from '../../document/document-builder.ts';
import { outcomes } from '../../document/outcomes.ts';
import { Tables } from '../../document/tables.ts';
import type { XmlElement, XmlHandler } from '../../xml/parse-xml.ts';
import type { Annotations, NoteKind } from './annotations.ts';
import { Drawings } from './drawings.ts';
import { Fields } from './fields.ts';
import type { Numbering } from './numbering.ts';
import { Paragraphs } from './paragraphs.ts';
import { setRunProperty, type StyleSheet } from './styles.ts';
import { TrackedChanges } from './tracked-changes.ts';

/** What the parts of a document refer to. */
interface BodyContext {
  readonly builder: DocumentBuilder;
  readonly styles: StyleSheet;
  readonly numbering: Numbering;
  readonly annotations: Annotations;
}

/** Elements whose content is not read: former properties, the other version of a drawing, reading aids. */
const skipped = new Set([
  'w:pPrChange',
  'w:rPrChange',
  'w:sectPrChange',
  'w:tblPrChange',
  'w:tblPrExChange',
  'w:tblGridChange',
  'w:tcPrChange',
  'w:trPrChange',
  'w:trPr',
  'w:rt',
  'mc:Fallback',
]);
/** Fonts whose characters are pictures. */
const symbolFonts = /^(?:wingdings|webdings|symbol|zapf ?dingbats|monotype sorts)/i;
const symbol = '❖';
/** Notes that are lines between the text and the notes. */
const separators = new Set(['separator', 'continuationSeparator', 'continuationNotice']);

type TextKind = 'run' | 'deleted' | 'instruction';

/** Reads the text of one part of a Word document: its body, its notes or its comments. */
export class BodyReader implements XmlHandler {
  readonly #builder: DocumentBuilder;
  readonly #styles: StyleSheet;
  readonly #annotations: Annotations;
  readonly #fields: Fields;
  readonly #tables: Tables;
  readonly #drawings: Drawings;
  readonly #changes: TrackedChanges;
  readonly #paragraphs: Paragraphs;
  #skipDepth = 0;
  #run: { styleId: string; own: RunProperties } = { styleId: '', own: {} };
  /** Whose properties are read: elements mean something else there. */
  #properties: 'paragraph' | 'run' | null = null;
  /** What the text of the open element is. */
  #textKind: TextKind | null = null;
  #text = '';
  #links = 0;
  /** The open controls; true for a list of headings, whose content is not read. */
  readonly #controls: boolean[] = [];
  #hiddenControls = 0;
  #note: string | null = null;

  constructor(context: BodyContext) {
    this.#builder = context.builder;
    this.#styles = context.styles;
    this.#annotations = context.annotations;
    this.#fields = new Fields(context.builder);
    this.#tables = new Tables(context.builder);
    this.#drawings = new Drawings(context.builder);
    this.#changes = new TrackedChanges(context.builder);
    this.#paragraphs = new Paragraphs(context);
  }

  open(element: XmlElement): void {
    if (this.#skipDepth > 0 || skipped.has(element.name)) this.#skipDepth += 1;
    else if (this.#properties === 'paragraph') this.#paragraphs.readProperty(element);
    else if (this.#properties === 'run') this.#readRunProperty(element);
    else this.#opened[element.name]?.(element);
  }

  close(name: string): void {
    if (this.#skipDepth > 0) this.#skipDepth -= 1;
    else if (this.#properties === null) this.#closed[name]?.();
    else if (name === 'w:pPr' && this.#properties === 'paragraph') this.#endParagraphProperties();
    else if (name === 'w:rPr' && this.#properties === 'run') this.#properties = null;
  }

  text(text: string): void {
    if (this.#textKind !== null && this.#skipDepth === 0) this.#text += text;
  }

  get #isHidden(): boolean {
    return this.#fields.isHidden || this.#hiddenControls > 0;
  }

  readonly #opened: Readonly<Record<string, (element: XmlElement) => void>> = {
    'w:p': () => this.#openParagraph(),
    'w:pPr': () => (this.#properties = 'paragraph'),
    'w:r': () => (this.#run = { styleId: '', own: {} }),
    'm:r': () => (this.#run = { styleId: '', own: {} }),
    'w:rPr': () => (this.#properties = 'run'),
    'w:t': () => this.#startText('run'),
    'm:t': () => this.#startText('run'),
    'w:delText': () => this.#startText('deleted'),
    'w:instrText': () => this.#startText('instruction'),
    'w:tab': () => this.#addText(this.#builder.hasText ? ' ' : ''),
    'w:br': (element) => this.#break(element.attribute('w:type')),
    'w:cr': () => this.#break(undefined),
    'w:noBreakHyphen': () => this.#addText('\u2011'),
    'w:sym': (element) => this.#addSymbol(element),
    'w:footnoteReference': (element) => this.#referToNote('footnote', element),
    'w:endnoteReference': (element) => this.#referToNote('endnote', element),
    'w:commentRangeStart': (element) => this.#annotations.anchor(element, 'start'),
    'w:commentRangeEnd': (element) => this.#annotations.anchor(element, 'end'),
    'w:commentReference': (element) => this.#annotations.referToComment(element),
    'w:fldChar': (element) => this.#readFieldCharacter(element.attribute('w:fldCharType')),
    'w:fldSimple': (element) => this.#openSimpleField(element.attribute('w:instr') ?? ''),
    'w:hyperlink': () => this.#openLink(),
    'w:ins': () => this.#changes.insert(),
    'w:del': () => this.#changes.openDeletion(),
    'w:moveFrom': () => this.#changes.openMove(),
    'w:drawing': () => this.#drawings.open(),
    'w:pict': () => this.#drawings.open(),
    'w:object': () => this.#drawings.open(),
    'wp:docPr': (element) => this.#drawings.describe(element),
    'a:blip': () => this.#drawings.addPicture(),
    imagedata: () => this.#drawings.addPicture(),
    rect: (element) => this.#drawings.readRectangle(element),
    'w:txbxContent': () => this.#openTextBox(),
    'm:oMath': () => this.#builder.lose('equation', outcomes.equation),
    'w:tbl': () => this.#tables.open(),
    'w:tr': () => this.#tables.openRow(),
    'w:tc': () => this.#tables.openCell(),
    'w:sdt': () => this.#controls.push(false),
    'w:docPartGallery': (element) => this.#readGallery(element.attribute('w:val') ?? ''),
    'w:altChunk': () => this.#builder.lose('other', outcomes.embedded),
    'w:subDoc': () => this.#builder.lose('other', outcomes.embedded),
    'w:footnote': (element) => this.#openNote(element),
    'w:endnote': (element) => this.#openNote(element),
  };

  readonly #closed: Readonly<Record<string, () => void>> = {
    'w:p': () => this.#paragraphs.end(this.#tables.isOpen),
    'w:t': () => this.#endText(),
    'm:t': () => this.#endText(),
    'w:delText': () => this.#endText(),
    'w:instrText': () => this.#endText(),
    'w:fldSimple': () => this.#fields.end(),
    'w:hyperlink': () => (this.#links -= 1),
    'w:del': () => this.#changes.closeDeletion(),
    'w:moveFrom': () => this.#changes.closeMove(),
    'w:drawing': () => this.#drawings.close(),
    'w:pict': () => this.#drawings.close(),
    'w:object': () => this.#drawings.close(),
    'w:txbxContent': () => this.#paragraphs.closeTextBox(),
    'w:tbl': () => this.#tables.close(),
    'w:tr': () => this.#tables.closeRow(),
    'w:sdt': () => this.#closeControl(),
    'w:footnote': () => this.#closeNote('footnote'),
    'w:endnote': () => this.#closeNote('endnote'),
  };

  #openParagraph(): void {
    this.#paragraphs.open();
    if (this.#isHidden) this.#paragraphs.hide();
  }

  #endParagraphProperties(): void {
    this.#properties = null;
    if (!this.#isHidden) this.#paragraphs.begin();
  }

  #readRunProperty(element: XmlElement): void {
    if (element.name === 'w:rStyle') this.#run.styleId = element.attribute('w:val') ?? '';
    else setRunProperty(this.#run.own, element);
  }

  #startText(kind: TextKind): void {
    this.#textKind = kind;
    this.#text = '';
  }

  #endText(): void {
    const kind = this.#textKind;
    this.#textKind = null;
    if (kind === 'instruction') this.#fields.addInstruction(this.#text);
    else if (kind === 'deleted') this.#changes.addDeleted(this.#text);
    else this.#addText(this.#text.replaceAll(/[\n\r]/g, ' '));
  }

  /** Adds text in the style of the open run. */
  #addText(text: string): void {
    if (this.#changes.isDeleted) this.#changes.addDeleted(text);
    else if (this.#isHidden) this.#paragraphs.hide();
    else addRun(this.#builder, text, this.#runProperties(), this.#links > 0 || this.#fields.isLink);
  }

  #runProperties(): RunProperties {
    const { styleId, own } = this.#run;
    const style = styleId === '' ? {} : this.#styles.character(styleId);
    return { ...this.#paragraphs.style.run, ...style, ...own };
  }

  #break(type: string | undefined): void {
    if (this.#isHidden || this.#changes.isDeleted) return;
    if (type === 'page') this.#paragraphs.breakPage();
    else if (this.#builder.hasText) this.#builder.addLineBreak();
  }

  #addSymbol({ attribute }: XmlElement): void {
    const code = Number.parseInt(attribute('w:char') ?? '', 16);
    const isPicture = symbolFonts.test(attribute('w:font') ?? '');
    if (!isPicture && code > 0 && code < 0xe000) this.#addText(String.fromCharCode(code));
    else {
      this.#builder.lose('other', outcomes.symbol);
      this.#addText(symbol);
    }
  }

  #referToNote(kind: NoteKind, element: XmlElement): void {
    if (!this.#changes.isDeleted && !this.#isHidden) this.#annotations.referToNote(kind, element);
  }

  #readFieldCharacter(type: string | undefined): void {
    if (type === 'begin') this.#fields.begin();
    else if (type === 'separate') this.#fields.separate(this.#hiddenControls === 0);
    else if (type === 'end') this.#fields.end();
  }

  #openSimpleField(instruction: string): void {
    this.#fields.begin();
    this.#fields.addInstruction(instruction);
    this.#fields.separate(this.#hiddenControls === 0);
  }

  #openLink(): void {
    this.#links += 1;
    if (!this.#isHidden) this.#builder.lose('link', outcomes.link);
  }

  #openTextBox(): void {
    this.#drawings.addText();
    this.#paragraphs.openTextBox();
  }

  #readGallery(gallery: string): void {
    const isOpen = this.#controls.length > 0 && this.#controls.at(-1) === false;
    if (!isOpen || gallery !== 'Table of Contents') return;
    if (!this.#isHidden) this.#builder.lose('field', outcomes.contents);
    this.#controls[this.#controls.length - 1] = true;
    this.#hiddenControls += 1;
  }

  #closeControl(): void {
    if (this.#controls.pop() === true) this.#hiddenControls -= 1;
  }

  #openNote({ attribute }: XmlElement): void {
    this.#note = separators.has(attribute('w:type') ?? '') ? null : (attribute('w:id') ?? '');
    this.#builder.startNote();
  }

  #closeNote(kind: NoteKind): void {
    const note = this.#builder.endNote();
    if (this.#note !== null) this.#annotations.addNote(kind, this.#note, note);
  }
}
