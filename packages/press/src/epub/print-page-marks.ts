import type { StyledRun } from '../styled-text.ts';
import { escapeXml } from '../escape-xml.ts';

/** The beginning of a page of the print edition in a text. */
export interface PageBreak {
  /** The page number as text. */
  label: string;
  block: number;
  /** How many characters of the block that are not white space stand before it. */
  character: number;
}

export const pageIdOf = (label: string): string => `page-${label}`;

/** What marks the beginning of a printed page. It shows nothing. */
export const pageBreakMark = ({ label }: Pick<PageBreak, 'label'>): string =>
  `<span epub:type="pagebreak" role="doc-pagebreak" id="${escapeXml(pageIdOf(label))}" aria-label="${escapeXml(label)}"></span>`;

const isSpace = (character: string): boolean => character === ' ' || character === '\t' || character === '\n';

const countCharacters = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (!isSpace(text.charAt(at))) count += 1;
  return count;
};

/** The beginning of the word that contains the character with this number; white space is not counted. */
const wordStartAt = (text: string, character: number): number => {
  let remaining = character;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (isSpace(text.charAt(at))) start = at + 1;
    else if (remaining === 0) return start;
    else remaining -= 1;
  }
  return text.length;
};

/** Writes the runs of one block with the beginnings of pages. A page that begins inside a word is marked before it. */
export class BlockWriter {
  readonly #breaks: PageBreak[];
  #written = 0;

  constructor(breaks: readonly PageBreak[]) {
    this.#breaks = [...breaks];
  }

  write({ text, emphasis, strong }: StyledRun): string {
    const inner = emphasis ? `<em>${this.#mark(text)}</em>` : this.#mark(text);
    return strong ? `<strong>${inner}</strong>` : inner;
  }

  /** What is left when the block is written. */
  finish(): string {
    return this.#breaks.splice(0).map(pageBreakMark).join('');
  }

  #mark(text: string): string {
    if (this.#breaks.length === 0) return escapeXml(text);
    const end = this.#written + countCharacters(text);
    let [xhtml, from] = ['', 0];
    for (let next = this.#breaks[0]; next && next.character < end; next = this.#breaks[0]) {
      const at = Math.max(from, wordStartAt(text, next.character - this.#written));
      xhtml += escapeXml(text.slice(from, at)) + pageBreakMark(next);
      from = at;
      this.#breaks.shift();
    }
    this.#written = end;
    return xhtml + escapeXml(text.slice(from));
  }
}
