import type { Archive } from '../../archive/archive.ts';
import { decodeText, xmlEncoding } from '../../encoding/decode-text.ts';
import { type HtmlElement, type HtmlHandler, tokenizeHtml } from '../html/tokenize-html.ts';
import { type EpubPackage, parseEpubXml, pathOf } from './epub-package.ts';

/** An entry of the table of contents that names a whole document. */
export interface ContentsEntry {
  readonly title: string;
  /** 1 for the highest entries. */
  readonly depth: number;
}

/** Collects entries. Of those for one document the first one counts; entries for places inside a document do not. */
class Entries {
  readonly byPath = new Map<string, ContentsEntry>();
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  add(title: string, link: string, depth: number): void {
    const path = link.includes('#') ? undefined : pathOf(this.#file, link);
    const clean = title.replaceAll(/\s+/g, ' ').trim();
    if (path !== undefined && clean !== '' && !this.byPath.has(path)) this.byPath.set(path, { title: clean, depth });
  }
}

/** Reads the navigation document of EPUB 3: nested lists of links in `nav`. */
class NavigationReader implements HtmlHandler {
  readonly entries: Entries;
  #isContents = false;
  #depth = 0;
  #link: { readonly address: string; text: string } | null = null;

  constructor(file: string) {
    this.entries = new Entries(file);
  }

  open({ name, attribute }: HtmlElement): void {
    if (name === 'nav') this.#isContents = attribute('epub:type').split(/\s+/).includes('toc');
    else if (name === 'ol') this.#depth += 1;
    else if (name === 'a' && this.#isContents) this.#link = { address: attribute('href'), text: '' };
  }

  close(name: string): void {
    if (name === 'nav') this.#isContents = false;
    else if (name === 'ol') this.#depth -= 1;
    else if (name === 'a' && this.#link) {
      this.entries.add(this.#link.text, this.#link.address, this.#depth);
      this.#link = null;
    }
  }

  text(text: string): void {
    if (this.#link) this.#link.text += text;
  }
}

async function readNcx(archive: Archive, path: string): Promise<Entries> {
  const entries = new Entries(path);
  const titles: string[] = [];
  let isText = false;
  await parseEpubXml(archive, path, {
    open: ({ name, attribute }) => {
      isText = name === 'text' && titles.length > 0;
      if (name === 'navPoint') titles.push('');
      else if (name === 'content') entries.add(titles.at(-1) ?? '', attribute('src') ?? '', titles.length);
    },
    text: (text) => {
      if (isText) titles[titles.length - 1] += text;
    },
    close: (name) => {
      isText = false;
      if (name === 'navPoint') titles.pop();
    },
  });
  return entries;
}

/** The titles of documents by their paths. Empty for an e-book without a table of contents. */
export async function readContents(
  archive: Archive,
  { navigation, ncx }: Pick<EpubPackage, 'navigation' | 'ncx'>,
): Promise<ReadonlyMap<string, ContentsEntry>> {
  if (navigation !== undefined && archive.has(navigation)) {
    const bytes = await archive.readBytes(navigation);
    const reader = new NavigationReader(navigation);
    tokenizeHtml(decodeText(bytes, xmlEncoding(bytes)), reader, true);
    return reader.entries.byPath;
  }
  if (ncx !== undefined && archive.has(ncx)) return (await readNcx(archive, ncx)).byPath;
  return new Map();
}
