import type { Archive } from '../../archive/archive.ts';
import { resolvePath } from '../../archive/resolve-path.ts';
import type { BookMetadata, SectionRole } from '../../document/source-document.ts';
import { decodeXml } from '../../encoding/decode-text.ts';
import { ImportError } from '../../import-error.ts';
import { parseXml, type XmlElement, type XmlHandler } from '../../xml/parse-xml.ts';
import { rolesByType } from '../html/elements.ts';

interface ManifestItem {
  readonly path: string;
  readonly mediaType: string;
  readonly properties: string;
}

/** The package document of an e-book. Paths are those in the archive. */
export interface EpubPackage {
  readonly metadata: BookMetadata;
  /** Its documents in the order of reading, without the table of contents. */
  readonly documents: readonly string[];
  readonly styleSheets: readonly string[];
  /** The table of contents of EPUB 3, or that of EPUB 2; undefined if there is none. */
  readonly navigation: string | undefined;
  readonly ncx: string | undefined;
  /** What documents are for, by the guide of EPUB 2. */
  readonly roles: ReadonlyMap<string, SectionRole>;
}

const ignore = (): void => undefined;

interface Callbacks {
  readonly open: (element: XmlElement) => void;
  readonly close: (name: string) => void;
  readonly text: (text: string) => void;
}

/** Parses an XML file of an e-book. Its formats may name a document type. */
export const parseEpubXml = (
  archive: Archive,
  path: string,
  { open = ignore, close = ignore, text = ignore }: Partial<Callbacks>,
): Promise<void> => parseXml(decodeXml(archive.chunks(path)), { open, close, text }, { isDoctypeAllowed: true });

/** The path of a link, without its fragment; undefined for an address outside the e-book. */
export function pathOf(file: string, link: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return undefined;
  const [path = ''] = link.split('#');
  try {
    return resolvePath(file, decodeURIComponent(path));
  } catch {
    // A percent sign that is a part of a name.
    return resolvePath(file, path);
  }
}

/** Algorithms that change fonts only. */
const fontAlgorithms = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);
const encryptionFile = 'META-INF/encryption.xml';
const containerFile = 'META-INF/container.xml';

/** @throws ImportError `imports.protected` for an e-book whose texts are encrypted */
async function checkEncryption(archive: Archive): Promise<void> {
  if (!archive.has(encryptionFile)) return;
  await parseEpubXml(archive, encryptionFile, {
    open: ({ name, attribute }) => {
      if (name === 'EncryptionMethod' && !fontAlgorithms.has(attribute('Algorithm') ?? ''))
        throw new ImportError('imports.protected');
    },
  });
}

async function findPackage(archive: Archive): Promise<string> {
  let path: string | undefined;
  await parseEpubXml(archive, containerFile, {
    open: ({ name, attribute }) => {
      if (name === 'rootfile') path ??= pathOf('', attribute('full-path') ?? '');
    },
  });
  if (path === undefined || !archive.has(path)) throw new ImportError('imports.damaged');
  return path;
}

const metadataFields: Readonly<Record<string, keyof BookMetadata>> = {
  'dc:title': 'title',
  'dc:creator': 'author',
  'dc:language': 'language',
};

class PackageReader implements XmlHandler {
  readonly metadata = { title: '', author: '', language: '' };
  readonly items = new Map<string, ManifestItem>();
  readonly spine: string[] = [];
  readonly roles = new Map<string, SectionRole>();
  readonly #path: string;
  #field: keyof BookMetadata | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  open({ name, attribute }: XmlElement): void {
    const field = metadataFields[name];
    // A book may have further titles and authors, such as its series and its editor.
    this.#field = field !== undefined && this.metadata[field] === '' ? field : null;
    if (name === 'item') this.#addItem(attribute);
    else if (name === 'itemref') this.spine.push(attribute('idref') ?? '');
    else if (name === 'reference') this.#addRole(attribute('type') ?? '', attribute('href') ?? '');
  }

  close(): void {
    this.#field = null;
  }

  text(text: string): void {
    if (this.#field) this.metadata[this.#field] += text;
  }

  #addItem(attribute: XmlElement['attribute']): void {
    const path = pathOf(this.#path, attribute('href') ?? '');
    if (path === undefined) return;
    const [mediaType, properties] = [attribute('media-type') ?? '', attribute('properties') ?? ''];
    this.items.set(attribute('id') ?? '', { path, mediaType, properties });
  }

  #addRole(type: string, link: string): void {
    const role = rolesByType[type.replace('title-page', 'titlepage')];
    const path = pathOf(this.#path, link);
    if (role !== undefined && path !== undefined) this.roles.set(path, role);
  }
}

export async function readPackage(archive: Archive): Promise<EpubPackage> {
  await checkEncryption(archive);
  const path = await findPackage(archive);
  const reader = new PackageReader(path);
  await parseXml(decodeXml(archive.chunks(path)), reader, { isDoctypeAllowed: true });
  const items = [...reader.items.values()];
  const navigation = items.find(({ properties }) => properties.split(' ').includes('nav'))?.path;
  const spine = reader.spine.flatMap((id) => reader.items.get(id)?.path ?? []);
  return {
    metadata: reader.metadata,
    documents: [...new Set(spine)].filter((document) => document !== navigation),
    styleSheets: items.filter(({ mediaType }) => mediaType === 'text/css').map((item) => item.path),
    navigation,
    ncx: items.find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml')?.path,
    roles: reader.roles,
  };
}
