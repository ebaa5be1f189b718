import type { DocumentBuilder } from '../../document/document-builder.ts';
import { outcomes } from '../../document/outcomes.ts';
import type { CssProperties, StyleRules } from './css.ts';
import { backLinkTypes, mediaElements, noteReferenceTypes, skippedElements, typesOf } from './elements.ts';
import { addressOf, type NoteRegistry } from './note-registry.ts';
import type { HtmlElement } from './tokenize-html.ts';

export interface SkipContext {
  readonly builder: DocumentBuilder;
  readonly notes: NoteRegistry;
  readonly rules: StyleRules;
  /** The path of the file in its archive; '' for a single file. */
  readonly path: string;
}

/** An element whose content is not text of the book. */
export class SkippedElement {
  readonly #name: string;
  readonly #done: ((text: string) => void) | null;
  #depth = 1;
  #text = '';

  /** @param done gets the text of the element; null if nobody needs it */
  constructor(name: string, done: ((text: string) => void) | null) {
    this.#name = name;
    this.#done = done;
  }

  open(name: string): void {
    if (name === this.#name) this.#depth += 1;
  }

  text(text: string): void {
    if (this.#done) this.#text += text;
  }

  /** Returns whether the element itself has ended. */
  close(name: string): boolean {
    if (name !== this.#name) return false;
    this.#depth -= 1;
    if (this.#depth > 0) return false;
    this.#done?.(this.#text);
    return true;
  }
}

const pictures = new Set(['img', 'svg', 'image']);

/** What an element that is not read becomes, and what is lost with it; null for elements that are read. */
export function skipElement(element: HtmlElement, css: CssProperties, context: SkipContext): SkippedElement | null {
  const { name } = element;
  const done = takerOf(element, context);
  if (!done && !loseElement(element, css, context.builder) && !skippedElements.has(name) && !isBackLink(element))
    return null;
  return new SkippedElement(name, done);
}

/** Records the loss of an element that a reader of the file would see, or that it hides. False for other elements. */
function loseElement(element: HtmlElement, { hidden }: CssProperties, builder: DocumentBuilder): boolean {
  const { name } = element;
  if (mediaElements.has(name)) builder.lose('other', outcomes.markup);
  else if (pictures.has(name)) builder.lose('image', outcomes.image, element.attribute('alt'));
  else if (name === 'nav') builder.lose('field', outcomes.contents);
  else if (hidden === true || element.has('hidden')) builder.lose('other', outcomes.hidden);
  else return false;
  return true;
}

/** What is done with the text of an element that is not text of the book; null for other elements. */
function takerOf(element: HtmlElement, { rules, path, notes, builder }: SkipContext): ((text: string) => void) | null {
  if (element.name === 'style') return (css) => rules.add(css);
  if (element.name === 'title')
    return (title) => {
      if (path === '') builder.metadata.title ||= title;
    };
  const isReference = element.name === 'a' && typesOf(element).some((type) => noteReferenceTypes.has(type));
  return isReference ? (words) => notes.refer(addressOf(element.attribute('href'), path), words.trim()) : null;
}

const isBackLink = (element: HtmlElement): boolean =>
  element.name === 'a' &&
  (typesOf(element).some((type) => backLinkTypes.has(type)) || element.attribute('class') === 'footnote-back');
