import type { DocumentBuilder } from '../../document/document-builder.ts';
import { outcomes } from '../../document/outcomes.ts';

interface Field {
  instruction: string;
  isResult: boolean;
  name: string;
}

const maxInstruction = 1_000;
/** Fields whose result is a list of the headings of the document. */
const lists = new Set(['TOC', 'INDEX', 'TOA']);
/** Fields without a result that the text shows. */
const silent = new Set(['', 'XE', 'TC', 'TA', 'RD', 'PRIVATE', 'MERGEFORMAT']);

/** The open fields of a Word document. A field has an instruction and the result that it showed last. */
export class Fields {
  readonly #builder: DocumentBuilder;
  readonly #open: Field[] = [];
  /** How many of the open fields hide what stands in them, and how many are lists or links. */
  readonly #counts = { instructions: 0, lists: 0, links: 0 };

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  begin(): void {
    this.#open.push({ instruction: '', isResult: false, name: '' });
    this.#counts.instructions += 1;
  }

  addInstruction(text: string): void {
    const field = this.#open.at(-1);
    if (field && !field.isResult && field.instruction.length < maxInstruction) field.instruction += text;
  }

  /** The instruction ends, and the result begins. @param isShown whether its text is one of the document */
  separate(isShown: boolean): void {
    const field = this.#open.at(-1);
    if (!field || field.isResult) return;
    this.#counts.instructions -= 1;
    field.isResult = true;
    field.name = (/^\s*(\w+)/.exec(field.instruction)?.[1] ?? '').toUpperCase();
    if (isShown && !this.isHidden) this.#lose(field);
    this.#count(field, 1);
  }

  #count({ name }: Field, by: 1 | -1): void {
    if (lists.has(name)) this.#counts.lists += by;
    if (name === 'HYPERLINK') this.#counts.links += by;
  }

  #lose({ name }: Field): void {
    if (lists.has(name)) this.#builder.lose('field', outcomes.contents);
    else if (name === 'HYPERLINK') this.#builder.lose('link', outcomes.link);
    else if (!silent.has(name)) this.#builder.lose('field', outcomes.field);
  }

  end(): void {
    const field = this.#open.pop();
    if (field?.isResult === true) this.#count(field, -1);
    else if (field) this.#counts.instructions -= 1;
  }

  /** Whether text at this place is not shown: an instruction, or a list of headings. */
  get isHidden(): boolean {
    return this.#counts.instructions > 0 || this.#counts.lists > 0;
  }

  get isLink(): boolean {
    return this.#counts.links > 0;
  }
}
