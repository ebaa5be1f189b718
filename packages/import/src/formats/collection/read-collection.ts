import { Archive } from '../../archive/archive.ts';
import type { DocumentBuilder } from '../../document/document-builder.ts';
import { outcomes } from '../../document/outcomes.ts';
import { decodeText } from '../../encoding/decode-text.ts';
import { ImportError } from '../../import-error.ts';
import { isZip } from '../../signatures.ts';
import { readDocx } from '../docx/read-docx.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';
import { inNaturalOrder } from './natural-order.ts';

const documentName = /\.(?:docx|md|markdown)$/i;
const archiveName = /\.(?:zip|epub|docm|odt|jar|7z|rar|gz)$/i;

/** Files that operating systems add to archives. */
const isSystemFile = (name: string): boolean =>
  name.startsWith('__MACOSX/') || /(?:^|\/)(?:\.[^/]*|thumbs\.db|desktop\.ini)$/i.test(name);

/** The Markdown and Word files of an archive, in the order of their names. */
export const listDocuments = (archive: Archive): string[] =>
  inNaturalOrder(archive.names.filter((name) => documentName.test(name) && !isSystemFile(name)));

/** “books/03 - The River.docx” is called “The River”. */
function titleOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(documentName, '');
  return (
    name
      .replace(/^[\d\s._-]+/, '')
      .replaceAll('_', ' ')
      .trim() || name
  );
}

/** Reads the Markdown and Word files of an archive as one manuscript. @throws ImportError for an archive inside it */
export async function readCollection(archive: Archive, builder: DocumentBuilder): Promise<void> {
  for (const name of archive.names) {
    if (archiveName.test(name)) throw new ImportError('imports.hostile');
    if (!documentName.test(name) && !isSystemFile(name)) builder.lose('other', outcomes.otherFile, name);
  }
  for (const name of listDocuments(archive)) {
    const start = builder.blockCount;
    builder.addPageBreak();
    await readDocument(archive, name, builder);
    builder.endOpen();
    addTitle(builder, start, titleOf(name));
  }
  // Each file has its own title.
  builder.metadata.title = '';
}

/** A Word file is an archive itself: the only one that may stand inside another, and counted with it. */
async function readDocument(archive: Archive, name: string, builder: DocumentBuilder): Promise<void> {
  const bytes = await archive.readBytes(name);
  if (!/\.docx$/i.test(name)) {
    if (isZip(bytes)) throw new ImportError('imports.hostile');
    readMarkdown(decodeText(bytes), builder);
  } else await readDocx(await Archive.open(bytes, archive.budget), builder);
}

/** A file without a heading at its beginning is a chapter with the name of the file. */
function addTitle(builder: DocumentBuilder, start: number, title: string): void {
  builder.replaceBlocks(start, (blocks) => {
    const first = blocks.find(({ kind }) => kind !== 'page-break' && kind !== 'blank');
    const isTitled = first?.kind === 'heading' || (first?.kind === 'paragraph' && first.role !== null);
    if (!first || isTitled) return [...blocks];
    const text = { kind: 'text', text: title, emphasis: false, strong: false } as const;
    return blocks.flatMap((block) =>
      block === first ? [{ kind: 'heading', level: 1, lines: [[text]] } as const, block] : [block],
    );
  });
}
