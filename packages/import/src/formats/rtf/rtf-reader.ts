import { addRun } from '../../document/add-run.ts';
import type { DocumentBuilder } from '../../document/document-builder.ts';
import { outcomes } from '../../document/outcomes.ts';
import { levelOfStyle, roleOfStyle } from '../../document/style-names.ts';
import { ImportError } from '../../import-error.ts';
import { decodeBytes, encodingOfCharset, encodingOfPage } from './code-pages.ts';
import { characters, languageOf } from './control-words.ts';
import { type LinkTarget, openDestination } from './destinations.ts';
import { changeState, createState, type GroupState } from './rtf-state.ts';
import { RtfTables } from './rtf-tables.ts';
import { type RtfToken, tokenizeRtf } from './rtf-tokens.ts';

interface RtfOptions {
  readonly builder: DocumentBuilder;
  /** Finds what the address of a link means in the program that made the file; null for ordinary links. */
  readonly findTarget?: (address: string) => LinkTarget | null;
  /** Reads the marks that this program writes into the text, and adds the text without them. */
  readonly addMarked?: (text: string, add: (text: string) => void) => void;
}

const maxDepth = 1_000;
/** Longer runs of one encoding are decoded in parts. */
const maxBytes = 65_536;

interface Style {
  name: string;
  level: number | undefined;
}

/** Reads an RTF file. @throws ImportError `imports.damaged` for one that does not begin as RTF does */
export function readRtf(bytes: Uint8Array, options: RtfOptions): void {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!source.startsWith('{\\rtf')) throw new ImportError('imports.damaged');
  new RtfReader(options).read(source);
}

class RtfReader {
  readonly #options: RtfOptions;
  readonly #builder: DocumentBuilder;
  readonly #tables: RtfTables;
  readonly #stack: GroupState[] = [];
  #state = createState();
  readonly #styles = new Map<number, Style>();
  readonly #fonts = new Map<number, string>();
  #fontNumber = 0;
  readonly #comment = { author: '' };
  #isNewPageSection = true;
  /** Text that is not added yet, and the bytes after it that are not decoded yet. */
  #text = '';
  #bytes: number[] = [];
  /** How many characters that stand for a Unicode character are still to be left out. */
  #fallback = 0;

  constructor(options: RtfOptions) {
    this.#options = options;
    this.#builder = options.builder;
    this.#tables = new RtfTables(options.builder);
  }

  read(source: string): void {
    for (const token of tokenizeRtf(source)) this.#readToken(token);
    this.#flush();
    while (this.#stack.length > 0) this.#closeGroup();
    this.#endParagraph();
    this.#tables.close();
  }

  #readToken(token: RtfToken): void {
    switch (token.kind) {
      case 'text':
        this.#readText(token.text);
        return;
      case 'byte':
        this.#readByte(token.value);
        return;
      case 'word':
        this.#readWord(token.name, token.value);
        return;
      case 'open':
        this.#flush();
        this.#openGroup();
        return;
      case 'close':
        this.#flush();
        this.#closeGroup();
    }
  }

  #openGroup(): void {
    if (this.#stack.length >= maxDepth) throw new ImportError('imports.hostile');
    this.#stack.push(this.#state);
    this.#state = { ...this.#state, onClose: null, isIgnorable: false };
    this.#fallback = 0;
  }

  #closeGroup(): void {
    const outer = this.#stack.pop();
    if (!outer) return;
    this.#state.onClose?.();
    this.#state = outer;
    this.#fallback = 0;
  }

  #readText(text: string): void {
    const shown = text.slice(this.#fallback);
    this.#fallback = Math.max(0, this.#fallback - text.length);
    for (let at = 0; at < shown.length; at += 1) this.#bytes.push(shown.charCodeAt(at));
    if (this.#bytes.length > maxBytes) this.#decode();
  }

  #readByte(value: number): void {
    if (this.#fallback > 0) this.#fallback -= 1;
    else this.#bytes.push(value);
  }

  #decode(): void {
    if (this.#bytes.length > 0) this.#text += decodeBytes(this.#bytes, this.#state.encoding);
    this.#bytes = [];
  }

  #addCharacter(character: string): void {
    this.#decode();
    this.#text += character;
  }

  #readWord(name: string, value: number | null): void {
    const character = characters[name];
    if (name === 'u' && value !== null) {
      this.#addCharacter(String.fromCharCode(value & 0xffff));
      this.#fallback = this.#state.fallbackLength;
    } else if (character === undefined) {
      this.#flush();
      this.#change(name, value);
    } else if (this.#fallback > 0) this.#fallback -= 1;
    else this.#addCharacter(character);
  }

  #change(name: string, value: number | null): void {
    const state = this.#state;
    const { isIgnorable } = state;
    state.isIgnorable = name === '*';
    if (name === '*' || openDestination(name, this.#destinationContext())) return;
    if (isIgnorable) state.destination = 'skip';
    else if (!changeState(state, name, value)) this.#actions[name]?.(value ?? 0);
  }

  #destinationContext(): Parameters<typeof openDestination>[1] {
    return {
      builder: this.#builder,
      state: this.#state,
      comment: this.#comment,
      findTarget: this.#options.findTarget ?? (() => null),
      endParagraph: () => this.#endParagraph(),
    };
  }

  readonly #actions: Readonly<Record<string, (value: number) => void>> = {
    par: () => this.#endParagraphOrBlank(),
    '\n': () => this.#endParagraphOrBlank(),
    '\r': () => this.#endParagraphOrBlank(),
    line: () => this.#breakLine(),
    softline: () => this.#breakLine(),
    page: () => this.#breakPage(),
    sect: () => this.#endSection(),
    sectd: () => (this.#isNewPageSection = true),
    sbknone: () => (this.#isNewPageSection = false),
    trowd: () => this.#isShown && this.#beginRow(),
    cell: () => this.#endCell(),
    nestcell: () => this.#endParagraph(),
    row: () => this.#isShown && this.#tables.endRow(),
    f: (value) => this.#selectFont(value),
    fcharset: (value) => this.#setCharset(value),
    ansicpg: (value) => this.#setEncoding(encodingOfPage(value)),
    mac: () => this.#setEncoding('macintosh'),
    deflang: (value) => (this.#builder.metadata.language ||= languageOf(value)),
    cs: () => this.#skipCharacterStyle(),
    ds: () => this.#skipCharacterStyle(),
  };

  /** Whether text at this place belongs to the document. */
  get #isShown(): boolean {
    return this.#state.destination === 'text';
  }

  #setEncoding(encoding: string): void {
    this.#state.encoding = encoding;
    for (const state of this.#stack) state.encoding = encoding;
  }

  #selectFont(font: number): void {
    if (this.#state.destination === 'fonts') this.#fontNumber = font;
    else this.#state.encoding = this.#fonts.get(font) ?? this.#stack[1]?.encoding ?? this.#state.encoding;
  }

  #setCharset(charset: number): void {
    const encoding = encodingOfCharset(charset);
    if (encoding !== undefined && this.#state.destination === 'fonts') this.#fonts.set(this.#fontNumber, encoding);
  }

  /** Only styles of paragraphs are needed. */
  #skipCharacterStyle(): void {
    if (this.#state.destination === 'styles') this.#state.destination = 'skip';
  }

  /** Adds the text so far in the style of the group. */
  #flush(): void {
    this.#decode();
    const text = this.#text;
    this.#text = '';
    if (text === '') return;
    const { destination, buffer } = this.#state;
    if (destination === 'collect' && buffer && buffer.text.length < maxBytes) buffer.text += text;
    else if (destination === 'styles') this.#addStyle(text);
    else if (destination === 'text') this.#addText(text);
  }

  /** The name of a style ends with a semicolon. */
  #addStyle(text: string): void {
    const { style, outlineLevel } = this.#state;
    const name = text.replace(';', '').trim().toLowerCase();
    const level = levelOfStyle(name) ?? (outlineLevel !== null && outlineLevel < 9 ? outlineLevel + 1 : undefined);
    this.#styles.set(style, { name, level });
  }

  #addText(text: string): void {
    const state = this.#state;
    if (state.hasPageBreak && !this.#builder.hasText) this.#builder.addPageBreak();
    if (state.deleted) {
      this.#builder.lose('tracked-change', outcomes.deleted, text);
      return;
    }
    if (state.inserted) this.#builder.lose('tracked-change', outcomes.inserted);
    const add = (shown: string): void => addRun(this.#builder, shown, state, state.isLink);
    if (this.#options.addMarked) this.#options.addMarked(text, add);
    else add(text);
  }

  #breakLine(): void {
    if (this.#isShown && this.#builder.hasText) this.#builder.addLineBreak();
  }

  #breakPage(): void {
    if (!this.#isShown) return;
    this.#endParagraph();
    this.#builder.addPageBreak();
  }

  #endSection(): void {
    this.#endParagraph();
    if (this.#isShown && this.#isNewPageSection) this.#builder.addPageBreak();
  }

  #beginRow(): void {
    if (!this.#tables.isOpen) this.#endParagraph();
    this.#tables.beginRow();
  }

  #endCell(): void {
    this.#endParagraph();
    if (this.#isShown) this.#tables.endCell();
  }

  #endParagraph(): void {
    if (this.#isShown && this.#builder.hasText) this.#endParagraphOrBlank();
  }

  #endParagraphOrBlank(): void {
    const { style, outlineLevel, isCentred, isInTable, destination, buffer } = this.#state;
    if (destination === 'collect' && buffer) buffer.text += '\n';
    if (!this.#isShown) return;
    if (!isInTable && this.#tables.isOpen) this.#tables.close();
    const { name, level: styleLevel } = this.#styles.get(style) ?? { name: '', level: undefined };
    const own = outlineLevel !== null && outlineLevel < 9 ? outlineLevel + 1 : undefined;
    const role = roleOfStyle(name);
    this.#builder.endParagraph({ level: role === null ? (own ?? styleLevel ?? null) : null, role, isCentred });
  }
}
