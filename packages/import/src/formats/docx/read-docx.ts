import type { Archive } from '../../archive/archive.ts';
import type { DocumentBuilder } from '../../document/document-builder.ts';
import { outcomes } from '../../document/outcomes.ts';
import { decodeXml } from '../../encoding/decode-text.ts';
import { parseXml } from '../../xml/parse-xml.ts';
import { Annotations } from './annotations.ts';
import { BodyReader } from './body-reader.ts';
import { type DocxParts, findParts, parseElements } from './docx-package.ts';
import { Numbering } from './numbering.ts';
import { StyleSheet } from './styles.ts';

/** Some authors set the titles of chapters in the style for the title of the book. */
const maxBookTitles = 2;

/** Reads a Word document. Its parts are read piece by piece, and pictures are not unpacked. */
export async function readDocx(archive: Archive, builder: DocumentBuilder): Promise<void> {
  const parts = await findParts(archive);
  const styles = new StyleSheet();
  if (parts.styles !== undefined) await parseElements(archive, parts.styles, styles.open, { close: styles.close });
  const numbering = new Numbering();
  if (parts.numbering !== undefined)
    await parseElements(archive, parts.numbering, numbering.open, { close: numbering.close });
  const annotations = new Annotations(builder);
  const context = { builder, styles, numbering, annotations };
  if (parts.comments !== undefined) await readComments(archive, parts.comments, { builder, annotations });
  const start = builder.blockCount;
  for (const part of [parts.footnotes, parts.endnotes, parts.document])
    if (part !== undefined) await parseXml(decodeXml(archive.chunks(part)), new BodyReader(context));
  loseParts(parts, builder);
  promoteTitles(builder, start);
  builder.metadata.language ||= styles.language;
  if (parts.core !== undefined) await readCore(archive, parts.core, builder);
}

async function readComments(
  archive: Archive,
  path: string,
  { builder, annotations }: { builder: DocumentBuilder; annotations: Annotations },
): Promise<void> {
  let comment: { id: string; author: string; text: string } | null = null;
  let isText = false;
  await parseElements(
    archive,
    path,
    ({ name, attribute }) => {
      if (name === 'w:comment')
        comment = { id: attribute('w:id') ?? '', author: attribute('w:author') ?? '', text: '' };
      if (name === 'w:p' && comment && comment.text !== '') comment.text += '\n';
      isText = name === 'w:t';
    },
    {
      text: (text) => {
        if (comment && isText) comment.text += text;
      },
      close: (name) => {
        isText = false;
        if (name !== 'w:comment' || !comment) return;
        const index = builder.addComment(comment);
        if (index !== null) annotations.addComment(comment.id, index);
        comment = null;
      },
    },
  );
}

/** The title and the author in the properties of the file. */
async function readCore(archive: Archive, path: string, { metadata }: DocumentBuilder): Promise<void> {
  const fields: Readonly<Record<string, keyof typeof metadata>> = {
    'dc:title': 'title',
    'dc:creator': 'author',
    'dc:language': 'language',
  };
  let field: keyof typeof metadata | undefined;
  await parseElements(
    archive,
    path,
    ({ name }) => {
      field = fields[name];
      if (field !== undefined && metadata[field] !== '') field = undefined;
    },
    {
      text: (text) => {
        if (field !== undefined) metadata[field] += text;
      },
      close: () => (field = undefined),
    },
  );
}

function loseParts({ runningHeads, hasMacros }: DocxParts, builder: DocumentBuilder): void {
  for (let index = 0; index < runningHeads; index += 1) builder.loseOutside('other', outcomes.runningHead);
  if (hasMacros) builder.loseOutside('other', outcomes.macro);
}

/** Makes headings of titles, if there are too many for titles of the book. */
function promoteTitles(builder: DocumentBuilder, start: number): void {
  builder.replaceBlocks(start, (blocks) => {
    const titles = blocks.filter((block) => block.kind === 'paragraph' && block.role === 'title');
    if (titles.length <= maxBookTitles) return [...blocks];
    return blocks.map((block) =>
      block.kind === 'paragraph' && block.role === 'title' ? { kind: 'heading', level: 1, lines: block.lines } : block,
    );
  });
}
