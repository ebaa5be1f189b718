import type { DesignSettings } from '@inkbear/contracts/books/design';
import type { PrintedBook, PrintedChapter } from '@inkbear/contracts/books/manuscript';
import type { MatterSection } from '@inkbear/contracts/books/matter';
import type { Finding } from '@inkbear/contracts/export/preflight';
import type { FaceName } from '@inkbear/press/fonts';
import type { DrawnText } from '@inkbear/press/page';
import type { PreviewPage } from '@inkbear/press/preview/lay-out-preview';

/** What pages are made of, besides the texts of the chapters, which the worker keeps. */
export interface PreviewInput {
  readonly book: PrintedBook;
  /** All chapters in their order, also empty ones. */
  readonly chapterIds: readonly string[];
  readonly design: DesignSettings;
  readonly pieces: readonly MatterSection[];
}

export type PreviewRequest =
  | { readonly kind: 'set-chapter'; readonly chapter: PrintedChapter }
  | { readonly kind: 'lay-out'; readonly id: number; readonly input: PreviewInput }
  /** Lays the same texts out in another design, without showing it. */
  | { readonly kind: 'measure'; readonly id: number; readonly input: PreviewInput }
  | { readonly kind: 'draw'; readonly id: number; readonly page: number; readonly scale: number };

export interface PageItem {
  /** The printed page number. */
  readonly label: string;
  readonly side: 'left' | 'right';
  /** The chapter on the page; null for front and back matter and blank pages. */
  readonly chapterId: string | null;
}

/** What is known of a design's pages without drawing them. */
export interface Measures {
  readonly pageCount: number;
  readonly charactersPerLine: number | null;
  /** The inside margin in inches. */
  readonly insideIn: number;
}

export interface PageLayout extends Measures {
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly pages: readonly PageItem[];
  /** What is wrong with the pages, such as characters that the font does not have. */
  readonly findings: readonly Finding[];
}

/** What the page needs to draw by itself, in browsers whose workers cannot. */
export interface UndrawnPage {
  readonly page: PreviewPage;
  readonly glyphs: readonly { readonly face: FaceName; readonly id: number; readonly svg: string }[];
  readonly scales: Readonly<Record<FaceName, number>>;
}

export interface DrawnPage {
  readonly image: ImageBitmap | UndrawnPage;
  /** The lines of the page; `x` is from its left edge. */
  readonly texts: readonly DrawnText[];
}

/** `unsupported-script`: pages in this writing system cannot be made yet. */
export type FailureReason = 'unsupported-script' | 'error';

export type PreviewReply =
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly total: number }
  | { readonly kind: 'laid-out'; readonly id: number; readonly layout: PageLayout }
  | { readonly kind: 'measured'; readonly id: number; readonly measures: Measures }
  | { readonly kind: 'drawn'; readonly id: number; readonly drawn: DrawnPage }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: FailureReason; readonly message: string };
