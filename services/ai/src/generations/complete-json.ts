import { Allow, parse } from 'partial-json';

/** An item of a list of the reply is at this depth: the reply is an object, and the list is one of its fields. */
const itemDepth = 2;
/** Replies have at most four levels. The parser is recursive and slow for texts with thousands of levels. */
const maxDepth = 8;
/** In UTF-16 units. The parser takes about 10 ms for such a text. */
const maxLength = 50_000;

/**
 * The complete fields and list items of a JSON object that is still arriving. Reads each character once, so that the text
 * is parsed only when something was completed.
 */
export class CompleteJson {
  #text = '';
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isTooComplex = false;
  /** The length of the text up to the last complete field or item. */
  #completeLength = 0;
  #parsedLength = 0;

  /** Adds the next piece of a reply. Text around the object is left out. */
  add(piece: string): void {
    if (this.#isTooComplex) return;
    for (const char of piece) {
      if (this.#depth === 0 && (char !== '{' || this.#text !== '')) continue;
      this.#text += char;
      this.#read(char);
    }
    this.#isTooComplex ||= this.#text.length > maxLength;
  }

  /** What is complete so far; null when it is the same as before. */
  read(): object | null {
    if (this.#isTooComplex || this.#completeLength === this.#parsedLength) return null;
    this.#parsedLength = this.#completeLength;
    return parse(this.#text.slice(0, this.#completeLength), Allow.OBJ | Allow.ARR) as object;
  }

  #read(char: string): void {
    if (this.#isInString) this.#readInString(char);
    else if (char === '"') this.#isInString = true;
    else if (char === '{' || char === '[') {
      this.#depth += 1;
      this.#isTooComplex ||= this.#depth > maxDepth;
    } else if (char === '}' || char === ']') {
      this.#depth -= 1;
      this.#markComplete(this.#text.length);
    }
    // A number ends where the next value begins.
    else if (char === ',') this.#markComplete(this.#text.length - 1);
  }

  #readInString(char: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (char === '\\') this.#isEscaped = true;
    else if (char === '"') {
      this.#isInString = false;
      this.#markComplete(this.#text.length);
    }
  }

  #markComplete(length: number): void {
    if (this.#depth <= itemDepth) this.#completeLength = length;
  }
}
