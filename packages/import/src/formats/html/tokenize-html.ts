import { Token, Tokenizer, TokenizerMode } from 'parse5';
import { ImportError } from '../../import-error.ts';
import { voidElements } from './elements.ts';

/** The beginning of an element, in lower case. */
export interface HtmlElement {
  readonly name: string;
  /** The value of an attribute; '' if it is missing. */
  readonly attribute: (name: string) => string;
  readonly has: (name: string) => boolean;
}

export interface HtmlHandler {
  /** @param isEmpty whether the element has no content and no end */
  open(element: HtmlElement, isEmpty: boolean): void;
  close(name: string): void;
  text(text: string): void;
}

/** Elements whose content has no elements, and how the tokenizer reads it. */
const textModes = new Map([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
]);

/** A document type stands near the beginning. */
const doctypeUnits = 10_000;

/** @throws ImportError `imports.hostile` for a document type that declares something, because entities can grow without limit */
function checkDoctype(html: string): void {
  const beginning = html.slice(0, doctypeUnits).toLowerCase();
  const doctype = beginning.indexOf('<!doctype');
  if (doctype < 0) return;
  const end = beginning.indexOf('>', doctype);
  if (beginning.slice(doctype, end < 0 ? undefined : end).includes('[')) throw new ImportError('imports.hostile');
}

/**
 * Reads the elements and texts of HTML and XHTML. The tree builder of parse5 is not used: with many open elements that
 * format text it takes quadratic time and memory.
 * @param isXhtml whether elements may be closed as in XML
 */
export function tokenizeHtml(html: string, handler: HtmlHandler, isXhtml: boolean): void {
  checkDoctype(html);
  const text = ({ chars }: Token.CharacterToken): void => handler.text(chars);
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag: (token) => {
        const name = token.tagName;
        const isEmpty = voidElements.has(name) || (isXhtml && token.selfClosing);
        const mode = isEmpty ? undefined : textModes.get(name);
        if (mode !== undefined) tokenizer.state = mode;
        const find = (wanted: string): string | null => Token.getTokenAttr(token, wanted);
        const attribute = (wanted: string): string => find(wanted) ?? '';
        handler.open({ name, attribute, has: (wanted) => find(wanted) !== null }, isEmpty);
      },
      onEndTag: ({ tagName }) => handler.close(tagName),
      onCharacter: text,
      onWhitespaceCharacter: text,
      onNullCharacter: () => undefined,
      onComment: () => undefined,
      onDoctype: () => undefined,
      onEof: () => undefined,
    },
  );
  // Only then are CDATA sections text.
  tokenizer.inForeignNode = isXhtml;
  tokenizer.write(html, true);
}
