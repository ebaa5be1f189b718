import { pressDesignOf } from '@inkbear/contracts/books/manuscript';
import { createHash } from 'node:crypto';
import { editionLimits, type FileProfile, type FileProgress } from '@inkbear/contracts/export/edition';
import type { PreflightReport } from '@inkbear/contracts/export/preflight';
import type { Design } from '@inkbear/press/design';
import { writeDesignedDocx, writeManuscriptDocx } from '@inkbear/press/docx/write-docx';
import { writeEpub } from '@inkbear/press/epub/write-epub';
import type { Manuscript } from '@inkbear/press/manuscript';
import type { PageStart } from '@inkbear/press/page';
import { writeMarkdown } from '@inkbear/press/markdown/write-markdown';
import type { FamilyName, PressAssets } from '@inkbear/press/node-assets';
import { typeset } from '@inkbear/press/typeset';
import { unsupportedScript } from '@inkbear/press/unsupported-script';
import { isComplete, type TextComparison } from '@inkbear/press/verify/compare-texts';
import { checkFile } from './check-file.ts';
import { compareFile } from './compare-file.ts';
import { type FrozenBook, lengthOf, readFrozenBook } from './frozen-book.ts';
import type { CoverImage, WrittenFile } from './written-file.ts';

/** A file to be made in a child process. */
export interface FileTask {
  readonly kind: 'file';
  readonly profile: FileProfile;
  /** The frozen book as it is stored. */
  readonly frozen: Uint8Array;
  /** For e-books: the cover, and the identifier of a book without ISBN. */
  readonly cover: CoverImage | null;
  readonly uuid: string;
  /** The creation date of the file, in milliseconds since the epoch. */
  readonly date: number;
  readonly assetsDir: string | null;
}

export type FileResult =
  | {
      readonly outcome: 'made';
      readonly file: Uint8Array;
      readonly sha256: string;
      readonly pages: number | null;
      readonly comparison: TextComparison;
      readonly preflight: Omit<PreflightReport, 'checkedAt'> | null;
    }
  | { readonly outcome: 'incomplete'; readonly comparison: TextComparison };

export interface WriteRequest {
  readonly profile: FileProfile;
  readonly manuscript: Manuscript;
  readonly design: Design;
  readonly family: FamilyName;
  /** The ISBN of the printed book; '' for none. */
  readonly printIsbn: string;
  readonly docx: FrozenBook['docx'];
  readonly assets: PressAssets;
  readonly cover: CoverImage | null;
  readonly uuid: string;
  readonly date: number;
  /** Called while pages are laid out, with the numbers of chapters that are done, and of all. */
  readonly onChapterDone: (done: number, total: number) => void;
}

export type ReportProgress = (progress: FileProgress) => void;

const fontNames: Readonly<Record<FamilyName, string>> = {
  literata: 'Literata',
  'eb-garamond': 'EB Garamond',
  'source-serif-4': 'Source Serif 4',
  alegreya: 'Alegreya',
  vollkorn: 'Vollkorn',
  'gentium-book-plus': 'Gentium Book Plus',
};
const manuscriptFaces = { 'courier-prime': 'courier', 'times-new-roman': 'times' } as const;

export const manuscriptFormatOf = ({ paper, face, contact }: FrozenBook['docx']) =>
  ({ paper, face: manuscriptFaces[face], contact }) as const;

const withoutPages = (file: Uint8Array): WrittenFile => ({ file, layout: null });

/** Where the pages of the printed book begin; none for a text of which no PDF can be made. */
async function listPageStarts(request: WriteRequest): Promise<readonly PageStart[]> {
  const { manuscript, design, date, assets, onChapterDone } = request;
  if (lengthOf(manuscript) > editionLimits.pdfLength || unsupportedScript(manuscript)) return [];
  return (await typeset(manuscript, { profile: 'print', design, date, assets, onChapterDone })).pageStarts;
}

/** Writes a file of a book. */
export async function writeFile(request: WriteRequest): Promise<WrittenFile> {
  const { profile, manuscript, design, date, docx, family, uuid, cover, assets, printIsbn, onChapterDone } = request;
  switch (profile) {
    case 'print':
    case 'screen': {
      const { pdf, ...layout } = await typeset(manuscript, { profile, design, date, assets, onChapterDone });
      return { file: pdf, layout };
    }
    case 'epub':
      return withoutPages(
        writeEpub(manuscript, {
          design,
          uuid,
          date,
          printIsbn,
          cover: cover ?? undefined,
          pageStarts: await listPageStarts(request),
        }),
      );
    case 'manuscript': {
      const format = manuscriptFormatOf(docx);
      return withoutPages(await writeManuscriptDocx(manuscript, { design, format, date }));
    }
    case 'designed':
      return withoutPages(await writeDesignedDocx(manuscript, { design, fontName: fontNames[family], date }));
    case 'markdown':
      return withoutPages(new TextEncoder().encode(writeMarkdown(manuscript, { design, date })));
  }
}

/** The manuscript with the ISBN that is printed in a file of this kind. */
function withIsbn({ manuscript, design }: FrozenBook, profile: FileProfile): Manuscript {
  if (profile === 'manuscript') return { ...manuscript, isbn: '' };
  const isPrinted = profile === 'print' || profile === 'designed';
  return { ...manuscript, isbn: isPrinted ? design.isbnPrint : design.isbnEbook };
}

interface MakeFileDeps {
  /** The fonts of a family. */
  readonly findAssets: (family: FamilyName) => Promise<PressAssets>;
  readonly reportProgress: ReportProgress;
  /** Replaced in tests. */
  readonly write?: typeof writeFile;
}

/**
 * Makes a file: it is written, read back and compared with the frozen text, and checked by the rules of the shop. A
 * file that differs from the text is not returned.
 */
export async function makeFile(
  task: FileTask,
  { findAssets, reportProgress, write = writeFile }: MakeFileDeps,
): Promise<FileResult> {
  const { profile, cover, uuid, date } = task;
  const hasLayout = profile === 'print' || profile === 'screen' || profile === 'epub';
  reportProgress({ step: hasLayout ? 'set' : 'write', done: 0, of: 1 });
  const frozen = await readFrozenBook(task.frozen);
  const manuscript = withIsbn(frozen, profile);
  const design = pressDesignOf(frozen.design);
  const { face: family, isbnPrint: printIsbn } = frozen.design;
  const assets = await findAssets(family);
  const onChapterDone = (done: number, total: number): void => reportProgress({ step: 'set', done, of: total });
  const settings = { manuscript, design, family, docx: frozen.docx, assets };
  const written = await write({ ...settings, profile, cover, uuid, date, printIsbn, onChapterDone });

  reportProgress({ step: 'compare', done: 0, of: 1 });
  const comparison = await compareFile(written, { profile, manuscript, design, contact: frozen.docx.contact });
  if (!isComplete(comparison)) return { outcome: 'incomplete', comparison };

  reportProgress({ step: 'check', done: 0, of: 1 });
  const sha256 = createHash('sha256').update(written.file).digest('hex');
  const checked = await checkFile(written, { profile, manuscript, design, cover });
  const { file, layout } = written;
  return {
    outcome: 'made',
    file,
    sha256,
    pages: layout?.pages ?? null,
    comparison,
    preflight: checked && { sha256, ...checked },
  };
}
