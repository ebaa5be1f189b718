import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';

export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  parent: XmlElement | undefined;
  /** Its own text, without that of the elements in it. */
  text: string;
}

/** An XHTML file of an e-book. */
export interface XmlDocument {
  path: string;
  elements: readonly XmlElement[];
  /** Why it is not well-formed; undefined if it is. */
  error: string | undefined;
}

/** An entry of the manifest. */
export interface ManifestItem {
  id: string;
  /** From the root of the file. */
  path: string;
  mediaType: string;
  properties: readonly string[];
}

/** An e-book as its files say. */
export interface EpubContents {
  bytes: Uint8Array;
  files: Readonly<Record<string, Uint8Array>>;
  /** XML documents by path. */
  documents: ReadonlyMap<string, XmlDocument>;
  /** The path of the package; '' if there is none. */
  packagePath: string;
  packageElements: readonly XmlElement[];
  manifest: readonly ManifestItem[];
  /** The paths of the documents in the order of reading; undefined for an entry without a file. */
  spine: readonly (string | undefined)[];
}

/** Reads a document as far as it is well-formed. */
const readXml = (path: string, xml: string): XmlDocument => {
  const elements: XmlElement[] = [];
  const open: XmlElement[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]): [string, string] => [key, value]);
    const element = { name, attributes: Object.fromEntries(values), parent: open.at(-1), text: '' };
    elements.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  try {
    parser.write(xml).close();
    return { path, elements, error: undefined };
  } catch (error) {
    return { path, elements, error: error instanceof Error ? error.message : String(error) };
  }
};

const xmlFile = /\.(?:xhtml|opf|ncx|xml)$/;

/** The path of a file that a document at `from` names. */
export const resolvePath = (from: string, href: string): string => {
  const parts = from.split('/').slice(0, -1);
  for (const part of decodeURI(href).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
};

export const named = (elements: readonly XmlElement[], name: string): XmlElement[] =>
  elements.filter((element) => element.name === name);

export const isInside = (element: XmlElement, test: (ancestor: XmlElement) => boolean): boolean => {
  for (let each: XmlElement | undefined = element; each; each = each.parent) if (test(each)) return true;
  return false;
};

/**
 * Opens an e-book.
 * @throws the error of fflate for bytes that are not a zip file
 */
export const readEpubContents = (bytes: Uint8Array): EpubContents => {
  const files = unzipSync(bytes);
  const documents = new Map(
    Object.entries(files)
      .filter(([path]) => xmlFile.test(path))
      .map(([path, data]) => [path, readXml(path, strFromU8(data))]),
  );
  const container = documents.get('META-INF/container.xml')?.elements ?? [];
  const packagePath = named(container, 'rootfile')[0]?.attributes['full-path'] ?? '';
  const packageElements = documents.get(packagePath)?.elements ?? [];
  const manifest = named(packageElements, 'item').map(({ attributes }): ManifestItem => ({
    id: attributes['id'] ?? '',
    path: resolvePath(packagePath, attributes['href'] ?? ''),
    mediaType: attributes['media-type'] ?? '',
    properties: (attributes['properties'] ?? '').split(' '),
  }));
  const pathOf = new Map(manifest.map(({ id, path }) => [id, path]));
  const spine = named(packageElements, 'itemref').map(({ attributes }) => pathOf.get(attributes['idref'] ?? ''));
  return { bytes, files, documents, packagePath, packageElements, manifest, spine };
};
