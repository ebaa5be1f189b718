import type { Archive } from '../../archive/archive.ts';
import type { DocumentBuilder } from '../../document/document-builder.ts';
import { isTextBlock, plainText } from '../../document/document-builder.ts';
import { outcomes } from '../../document/outcomes.ts';
import type { HeadingBlock, SourceBlock } from '../../document/source-document.ts';
import { decodeText, xmlEncoding } from '../../encoding/decode-text.ts';
import { StyleRules } from '../html/css.ts';
import { readHtmlText } from '../html/html-reader.ts';
import { NoteRegistry } from '../html/note-registry.ts';
import { type ContentsEntry, readContents } from './contents.ts';
import { readPackage } from './epub-package.ts';

/** Larger style sheets are not read. */
const maxStyleUnits = 2_000_000;

/** Reads an e-book, document by document in the order of reading. */
export async function readEpub(archive: Archive, builder: DocumentBuilder): Promise<void> {
  const { metadata, documents, styleSheets, navigation, ncx, roles } = await readPackage(archive);
  Object.assign(builder.metadata, metadata);
  const contents = await readContents(archive, { navigation, ncx });
  const rules = await readRules(archive, styleSheets);
  const notes = new NoteRegistry(builder);
  /** The levels of headings, by the depth of their entries in the table of contents. */
  const levels = new Map<number, number>();
  for (const path of documents) {
    if (!archive.has(path)) {
      builder.lose('other', outcomes.missingFile, path);
      continue;
    }
    builder.addPageBreak({ role: roles.get(path) ?? null });
    const start = builder.blockCount;
    const bytes = await archive.readBytes(path);
    readHtmlText(decodeText(bytes, xmlEncoding(bytes)), { builder, notes, rules, path, isXhtml: true });
    const entry = contents.get(path);
    if (entry) builder.replaceBlocks(start, (blocks) => withTitle(blocks, entry, levels));
  }
  notes.finish();
  if (navigation !== undefined) builder.loseOutside('field', outcomes.contents);
}

async function readRules(archive: Archive, paths: readonly string[]): Promise<StyleRules> {
  const rules = new StyleRules();
  let units = 0;
  for (const path of paths) {
    if (!archive.has(path)) continue;
    const css = await archive.readText(path);
    units += css.length;
    if (units > maxStyleUnits) break;
    rules.add(css);
  }
  return rules;
}

/** A heading may follow a label or a picture's caption. */
const maxTextsBeforeHeading = 3;

/** Gives a document without a heading its title in the table of contents. */
function withTitle(blocks: readonly SourceBlock[], entry: ContentsEntry, levels: Map<number, number>): SourceBlock[] {
  const texts = blocks.filter(isTextBlock);
  const [first] = texts;
  const heading = texts.slice(0, maxTextsBeforeHeading).find(({ kind }) => kind === 'heading');
  if (heading?.kind === 'heading') levels.set(entry.depth, levels.get(entry.depth) ?? heading.level);
  if (!first || heading) return [...blocks];
  const title = headingOf(entry.title, levels.get(entry.depth) ?? entry.depth);
  // The title may stand there as an ordinary paragraph.
  const isPrinted = isSame(plainText(first.lines), entry.title);
  return blocks.flatMap((block) => (block !== first ? [block] : isPrinted ? [title] : [title, block]));
}

const headingOf = (title: string, level: number): HeadingBlock => ({
  kind: 'heading',
  level,
  lines: [[{ kind: 'text', text: title, emphasis: false, strong: false }]],
});

const isSame = (one: string, other: string): boolean => letters(one) === letters(other);
const letters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
