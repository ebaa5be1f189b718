import { type Design, standardDesign } from './design.ts';
import { draftPages, placePages, type TypesetContext } from './draft-pages.ts';
import { fontProgramOf } from './font-program.ts';
import { type Face, faceNames } from './fonts.ts';
import type { Profile } from './geometry.ts';
import { layOutBook } from './lay-out-book.ts';
import { layOutTextSection } from './lay-out-chapter.ts';
import { a4Geometry, layOutDocument, type SimpleDocument } from './lay-out-document.ts';
import { layOutStory } from './lay-out-story.ts';
import type { LayoutFinding } from './layout-finding.ts';
import { cleanLine, type Manuscript, titleOf } from './manuscript.ts';
import type { PressAssets } from './node-assets.ts';
import { writeLines } from './page-content.ts';
import type { PageStart, TypesetDocument } from './page.ts';
import { listSections } from './sections.ts';
import { familyOf, layOut, type LayoutSettings, layoutSettingsOf, type LineWriter } from './typeset-context.ts';
import { writePages } from './write-pages.ts';
import { writePrint } from './write-print.ts';
import { writeScreen } from './write-screen.ts';

export interface TypesetOptions {
  /** Pass the same object each time, so that the press can reuse opened fonts, shaped words and unchanged chapters. */
  assets: PressAssets;
  /** The creation date of the file, in milliseconds since the epoch. */
  date: number;
  /** Called after each chapter: how many are laid out, of how many. */
  onChapterDone?: ((done: number, total: number) => void) | undefined;
}

export interface TypesetResult {
  pdf: Uint8Array;
  /** The number of pages. */
  pages: number;
  /** What is wrong with the pages. */
  findings: readonly LayoutFinding[];
  /** Where each page begins in the book; empty for other documents. */
  pageStarts: readonly PageStart[];
  /** The fonts of which each used one is embedded, with the numbers of their glyphs. */
  fonts: readonly { name: string; glyphs: number }[];
  /** The characters that no font has, which are drawn as boxes. */
  missingCharacters: string[];
  /** The indexes of the pages with the table of contents. */
  contentsPages: number[];
}

/** Writes content streams of a profile. */
const streamWriter = (profile: Profile): LineWriter => ({
  id: 'pdf',
  writePages: (pages, geometry) => writePages(pages, geometry, profile),
  writeLine: (line, y) => ({
    kind: 'content',
    ...writeLines([{ x: 0, y, line, continues: false }], profile === 'screen'),
  }),
});

const fontOf = (face: Face): TypesetResult['fonts'][number] => {
  const { postscriptName, widths } = fontProgramOf(face);
  return { name: postscriptName, glyphs: widths.length };
};

/** Lays out a document with the given function and writes it as PDF. */
const layOutAndWrite = async (
  { assets }: TypesetOptions,
  settings: LayoutSettings,
  create: (context: TypesetContext) => TypesetDocument,
): Promise<TypesetResult> => {
  const writer = streamWriter(settings.profile);
  const { document, findings, missingCharacters } = await layOut(assets, settings, writer, create);
  const family = familyOf(assets);
  const pdf =
    settings.profile === 'print' ? writePrint(document, family) : writeScreen(document, family, assets.colourProfile);
  return {
    pdf,
    pages: document.pages.length,
    findings,
    pageStarts: document.pageStarts,
    fonts: faceNames.map((face) => fontOf(family[face])),
    missingCharacters,
    contentsPages: document.pages.flatMap(({ textIndex }, index) =>
      document.contentsIndex !== undefined && textIndex === document.contentsIndex ? [index] : [],
    ),
  };
};

/**
 * Typesets a whole book. Any text is accepted.
 * @throws {UnreadableFontError} a font cannot be read
 */
export const typeset = (
  manuscript: Manuscript,
  { profile, design = standardDesign, ...options }: TypesetOptions & { profile: Profile; design?: Design },
): Promise<TypesetResult> =>
  layOutAndWrite(options, layoutSettingsOf(manuscript.language, profile, design), (context) =>
    layOutBook(manuscript, { ...options, profile }, context),
  );

/** Typesets a manuscript of one text for the screen, without contents and chapter numbers. */
export const typesetStory = (manuscript: Manuscript, options: TypesetOptions): Promise<TypesetResult> =>
  layOutAndWrite(options, layoutSettingsOf(manuscript.language, 'screen', standardDesign), (context) =>
    layOutStory(manuscript, options.date, context),
  );

/** Typesets a simple document, e.g. a book's outline, for the screen on A4. */
export const typesetOutline = (document: SimpleDocument, options: TypesetOptions): Promise<TypesetResult> =>
  layOutAndWrite(
    options,
    { language: document.language, profile: 'screen', design: standardDesign, geometry: a4Geometry },
    (context) => layOutDocument(document, options.date, context),
  );

/**
 * Typesets a manuscript of one chapter for the screen with the design of the book, without any other page.
 * @throws {RangeError} the manuscript has no chapter
 */
export const typesetChapter = (
  manuscript: Manuscript,
  { design = standardDesign, ...options }: TypesetOptions & { design?: Design },
): Promise<TypesetResult> =>
  layOutAndWrite(options, layoutSettingsOf(manuscript.language, 'screen', design), (context) => {
    const chapter = listSections(manuscript, design).chapters.find((section) => section.kind === 'text');
    if (!chapter) throw new RangeError('The manuscript has no chapter.');
    const laidOut = layOutTextSection(chapter, 'right', context);
    context.onMissing(laidOut.text.missing);
    const drafts = draftPages(laidOut, 0).map((page, index) => ({ ...page, label: String(index + 1) }));
    const title = titleOf(manuscript);
    const author = cleanLine(manuscript.author);
    return {
      width: context.geometry.width,
      height: context.geometry.height,
      bleed: 0,
      measure: context.geometry.measure,
      bookmarks: [{ title: laidOut.name, textIndex: 0 }],
      date: options.date,
      title: `${title}: ${laidOut.name}`,
      author,
      subject: '',
      language: manuscript.language,
      texts: [laidOut.text.elements],
      ...placePages(drafts, [laidOut], { title, author }, 'screen', context),
    };
  });
