import type { ManuscriptKind } from '@inkbear/web-kit/saving/manuscript.ts';
import type { TakenBack } from '@inkbear/web-kit/saving/taken-back.ts';
import type { Replacement } from '@inkbear/prose/search/find-hits';

/** `chapterNumber` is 0 for a story. */
export interface SearchedChapter {
  readonly id: string;
  readonly title: string;
  readonly chapterNumber: number;
  readonly text: string;
}
/** One place of a replacement: where it stands in the text with all of them, and what stood there before. */
export interface ReplacedPlace {
  readonly from: number;
  readonly to: number;
  readonly inserted: string;
  readonly removed: string;
}
/** One chapter's replacements. Unsaved ones are kept in this browser and can be taken back like the others. */
export interface ChapterChange {
  readonly chapterId: string;
  readonly count: number;
  readonly isSaved: boolean;
  readonly text: string;
  readonly places: readonly ReplacedPlace[];
}

/** The texts of a book, or one story by itself, as search and replace need them. */
export interface BookDesk {
  /** What its texts are called; a story stands alone. */
  readonly noun: ManuscriptKind;
  /** Every chapter as it is now, in order; what is typed is saved first. */
  readonly load: () => Promise<readonly SearchedChapter[]>;
  /** Saves the chapter, edits its text as it is then, and saves again; null when there was nothing to edit. Throws when what was typed before cannot be saved. */
  readonly change: (chapterId: string, edit: (text: string) => readonly Replacement[]) => Promise<ChapterChange | null>;
  /** Takes exactly these replacements back and keeps everything else. Throws what a call throws. */
  readonly takeBack: (change: ChapterChange) => Promise<TakenBack>;
}

interface Span {
  readonly from: number;
  readonly to: number;
}
/** What search needs of the open editor. */
export interface SearchedEditor {
  readonly selection: () => { readonly text: string } | null;
  readonly cursor: () => number;
  readonly mark: (layer: string, marks: readonly (Span & { readonly className: string })[]) => void;
  readonly reveal: (span: Span, keepsFocus?: boolean) => void;
  readonly apply: (edits: readonly Replacement[], as?: 'correction' | 'replacement') => void;
}
