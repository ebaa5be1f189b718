import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';

/** Elements that end a paragraph of text. */
const blockElements = new Set(['p', 'h1', 'h2', 'h3', 'section', 'li', 'body', 'span']);

/** The attributes of the elements with this name, in order. */
const listAttributes = (xml: string, element: string): Record<string, string>[] => {
  const found: Record<string, string>[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === element) found.push({ ...(attributes as Record<string, string>) });
  });
  parser.write(xml).close();
  return found;
};

/** The paragraphs and headings of a document. */
const readDocument = (xhtml: string): string[] => {
  const texts: string[] = [];
  let text = '';
  let isBody = false;
  const end = (): void => {
    if (text.trim() !== '') texts.push(text);
    text = '';
  };
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    isBody ||= name === 'body';
    if (blockElements.has(name)) end();
    if (name === 'br') text += '\n';
  });
  parser.on('closetag', ({ name }) => {
    if (blockElements.has(name)) end();
  });
  parser.on('text', (part) => {
    if (isBody) text += part;
  });
  parser.write(xhtml).close();
  return texts;
};

/**
 * Reads the paragraphs and headings of an e-book in the order of its spine, without its table of contents.
 * @throws the error of the parser when a file is not well-formed XML
 */
export const readEpub = (epub: Uint8Array): string[] => {
  const files = unzipSync(epub);
  const read = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
  const [rootFile = {}] = listAttributes(read('META-INF/container.xml'), 'rootfile');
  const packagePath = rootFile['full-path'] ?? '';
  const folder = packagePath.slice(0, packagePath.lastIndexOf('/') + 1);
  const opf = read(packagePath);
  const items = new Map(listAttributes(opf, 'item').map((item) => [item['id'], item]));
  return listAttributes(opf, 'itemref').flatMap(({ idref }) => {
    const item = items.get(idref);
    return item === undefined || item['properties'] === 'nav' ? [] : readDocument(read(`${folder}${item['href']}`));
  });
};
