import type { Archive } from '../../archive/archive.ts';
import { decodeXml } from '../../encoding/decode-text.ts';
import { ImportError } from '../../import-error.ts';
import { parseXml, type XmlElement, type XmlHandler } from '../../xml/parse-xml.ts';

/** An item of the binder: a document, with the documents below it. */
export interface BinderItem {
  readonly id: string;
  readonly type: string;
  title: string;
  /** Whether the author has chosen it for the book. */
  isIncluded: boolean;
  readonly children: BinderItem[];
}

export interface Binder {
  readonly title: string;
  readonly author: string;
  /** The items of the draft folder. */
  readonly draft: readonly BinderItem[];
}

const maxDepth = 50;

class BinderReader implements XmlHandler {
  title = '';
  author = '';
  readonly items: BinderItem[] = [];
  readonly #open: BinderItem[] = [];
  #text = '';

  open({ name, attribute }: XmlElement): void {
    this.#text = '';
    if (name !== 'BinderItem') return;
    const item = {
      id: attribute('UUID') ?? attribute('ID') ?? '',
      type: attribute('Type') ?? '',
      title: '',
      isIncluded: true,
      children: [],
    };
    if (this.#open.length >= maxDepth) throw new ImportError('imports.hostile');
    (this.#open.at(-1)?.children ?? this.items).push(item);
    this.#open.push(item);
  }

  text(text: string): void {
    this.#text += text;
  }

  close(name: string): void {
    const item = this.#open.at(-1);
    const text = this.#text.trim();
    if (name === 'BinderItem') this.#open.pop();
    else if (name === 'Title' && item && item.title === '') item.title = text;
    else if (name === 'IncludeInCompile' && item) item.isIncluded = text !== 'No';
    else if (name === 'ProjectTitle') this.title = text;
    else if (name === 'FullName') this.author = text;
    this.#text = '';
  }
}

/** Reads the binder of a project. @throws ImportError `imports.damaged` for one without a draft folder */
export async function readBinder(archive: Archive, path: string): Promise<Binder> {
  const reader = new BinderReader();
  await parseXml(decodeXml(archive.chunks(path)), reader);
  const draft = reader.items.find(({ type }) => type === 'DraftFolder');
  if (!draft) throw new ImportError('imports.damaged');
  return { title: reader.title, author: reader.author, draft: draft.children };
}
