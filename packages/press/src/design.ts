import type { Paper } from './kdp-print.ts';

/** How a book is laid out. Names that end with `In` are lengths in inches. */
export interface Design {
  /** The page after trimming. */
  readonly trim: { readonly widthIn: number; readonly heightIn: number };
  readonly paper: Paper;
  /** Mirrored on left-hand pages of print. The inside margin grows where the page count requires it. */
  readonly margins: {
    readonly insideIn: number;
    readonly outsideIn: number;
    readonly topIn: number;
    readonly bottomIn: number;
  };
  /** Whether the pages of print extend beyond the trimmed area. */
  readonly bleed: boolean;
  /** Font size of the text in points. */
  readonly size: number;
  /** Distance between baselines as a multiple of `size`. */
  readonly leading: number;
  /** Indent of a paragraph's first line in em. */
  readonly indentEm: number;
  /** Whether chapters of print start on a right-hand page or on the next one. */
  readonly chapterStart: 'right' | 'next';
  /** The label above a chapter's title: "Chapter 7", "Chapter Seven" or nothing. */
  readonly chapterLabel: 'number' | 'word' | 'none';
  /** How far down the type area a chapter starts, as a fraction of its height. */
  readonly drop: number;
  /** How the first paragraph of a chapter begins. */
  readonly opening: 'plain' | 'smallCaps' | 'dropCap2' | 'dropCap3';
  readonly sceneBreak: SceneBreak;
  /** What running heads show on left-hand and right-hand pages. */
  readonly heads: 'author-title' | 'title-chapter' | 'none';
  readonly headStyle: 'italic' | 'smallCaps';
  /** Where the page number is printed. */
  readonly folio: 'foot' | 'head' | 'none';
  /** The title in running heads; '' for the title of the book. */
  readonly shortTitle: string;
  /** Whether the book has a table of contents. */
  readonly contents: boolean;
}

/** `o1` to `o8` are ornaments. A blank scene break shows asterisks where it would be invisible, at the edge of a page. */
export type SceneBreak = 'blank' | 'asterisks' | 'o1' | 'o2' | 'o3' | 'o4' | 'o5' | 'o6' | 'o7' | 'o8';

/** The design of stories, and of books without a design of their own. */
export const standardDesign: Design = {
  trim: { widthIn: 6, heightIn: 9 },
  paper: 'cream',
  margins: { insideIn: 0.8, outsideIn: 0.6, topIn: 0.75, bottomIn: 0.8 },
  bleed: false,
  size: 11,
  leading: 1.36,
  indentEm: 1.5,
  chapterStart: 'right',
  chapterLabel: 'number',
  drop: 0.3,
  opening: 'plain',
  sceneBreak: 'asterisks',
  heads: 'author-title',
  headStyle: 'italic',
  folio: 'foot',
  shortTitle: '',
  contents: true,
};
