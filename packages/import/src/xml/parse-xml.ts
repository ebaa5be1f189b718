import { SaxesParser, type SaxesTagNS } from 'saxes';
import { ImportError } from '../import-error.ts';

/** Prefixes by which elements are named here, whatever prefixes a file uses. Some namespaces have two addresses. */
const prefixes: Readonly<Record<string, string>> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing': 'wp',
  'http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing': 'wp',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a',
  'http://purl.org/dc/elements/1.1/': 'dc',
};

/** An element of an XML file. Names are local ones, with a prefix of `prefixes` where their namespace has one. */
export interface XmlElement {
  readonly name: string;
  /** The value of an attribute, by its name as above; undefined if it is missing. */
  readonly attribute: (name: string) => string | undefined;
}

export interface XmlHandler {
  open(element: XmlElement): void;
  close(name: string): void;
  text(text: string): void;
}

const maxDepth = 1_000;

const nameOf = ({ uri, local }: { uri: string; local: string }): string => {
  const prefix = prefixes[uri];
  return prefix === undefined ? local : `${prefix}:${local}`;
};

const toElement = (tag: SaxesTagNS): XmlElement => ({
  name: nameOf(tag),
  attribute: (name) => Object.values(tag.attributes).find((attribute) => nameOf(attribute) === name)?.value,
});

interface XmlOptions {
  /** Whether a document type that declares nothing is ignored, as the formats of e-books need it; default false. */
  readonly isDoctypeAllowed?: boolean;
}

/**
 * Parses an XML file piece by piece.
 * @throws ImportError `imports.damaged` where it is not well-formed, `imports.hostile` for a document type declaration,
 *   because entities can grow without limit and read other files
 */
export async function parseXml(
  chunks: AsyncIterable<string> | Iterable<string>,
  handler: XmlHandler,
  { isDoctypeAllowed = false }: XmlOptions = {},
): Promise<void> {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  parser.on('error', (error) => {
    throw new ImportError('imports.damaged', undefined, { cause: error });
  });
  parser.on('doctype', (doctype) => {
    if (!isDoctypeAllowed || doctype.includes('[')) throw new ImportError('imports.hostile');
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > maxDepth) throw new ImportError('imports.hostile');
    handler.open(toElement(tag));
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    handler.close(nameOf(tag));
  });
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text));
  for await (const chunk of chunks) parser.write(chunk);
  parser.close();
}
