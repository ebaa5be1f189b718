import { decodeXml } from '../../encoding/decode-text.ts';
import type { Archive } from '../../archive/archive.ts';
import { resolvePath } from '../../archive/resolve-path.ts';
import { ImportError } from '../../import-error.ts';
import { parseXml, type XmlElement } from '../../xml/parse-xml.ts';

/** A relationship of one part of a package to another part, or to an address outside. */
interface Relationship {
  /** The last word of its type, such as `styles`. */
  readonly type: string;
  /** The path of a part; '' for an address outside, which is never followed. */
  readonly target: string;
}

const ignore = (): void => undefined;

/** Parses a part and calls back with each element. */
export const parseElements = (
  archive: Archive,
  path: string,
  open: (element: XmlElement) => void,
  { close = ignore, text = ignore }: { close?: (name: string) => void; text?: (text: string) => void } = {},
): Promise<void> => parseXml(decodeXml(archive.chunks(path)), { open, close, text });

async function readRelationships(archive: Archive, part: string): Promise<Relationship[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const relationships: Relationship[] = [];
  if (!archive.has(path)) return relationships;
  await parseElements(archive, path, ({ name, attribute }) => {
    if (name !== 'Relationship') return;
    const isOutside = attribute('TargetMode') === 'External';
    const target = isOutside ? '' : resolvePath(part, attribute('Target') ?? '');
    relationships.push({ type: attribute('Type')?.split('/').at(-1) ?? '', target });
  });
  return relationships;
}

/** The parts of a Word document that matter for its text. Undefined for a part that it does not have. */
export interface DocxParts {
  readonly document: string;
  readonly styles: string | undefined;
  readonly numbering: string | undefined;
  readonly footnotes: string | undefined;
  readonly endnotes: string | undefined;
  readonly comments: string | undefined;
  readonly core: string | undefined;
  /** How many headers and footers it has. */
  readonly runningHeads: number;
  readonly hasMacros: boolean;
}

/** Finds the parts by the relationships, because their names are free. */
export async function findParts(archive: Archive): Promise<DocxParts> {
  const own = await readRelationships(archive, '');
  const document = own.find(({ type }) => type === 'officeDocument')?.target ?? 'word/document.xml';
  if (!archive.has(document)) throw new ImportError('imports.damaged');
  const related = await readRelationships(archive, document);
  const find = (list: readonly Relationship[], wanted: string): string | undefined =>
    list.find(({ type, target }) => type === wanted && archive.has(target))?.target;
  return {
    document,
    styles: find(related, 'styles'),
    numbering: find(related, 'numbering'),
    footnotes: find(related, 'footnotes'),
    endnotes: find(related, 'endnotes'),
    comments: find(related, 'comments'),
    core: find(own, 'core-properties'),
    runningHeads: related.filter(({ type }) => type === 'header' || type === 'footer').length,
    hasMacros: related.some(({ type }) => type === 'vbaProject'),
  };
}
