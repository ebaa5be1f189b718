import type { Replacement } from '@inkbear/prose/search/find-hits';

export interface SearchedChapter { readonly id: string; readonly title: string; readonly chapterNumber: number; readonly text: string }
/** One chapter's replacements, saved as a revision of their own. */
export interface ChapterChange { readonly chapterId: string; readonly before: number; readonly after: number; readonly count: number }

/** The book's texts, as search and replace need them. */
export interface BookDesk {
  /** Every chapter as it is now, in order; what is typed is saved first. */
  readonly load: () => Promise<readonly SearchedChapter[]>;
  /** Saves the chapter, edits its text as it is then, and saves again; null when there was nothing to edit. Throws when it cannot be saved. */
  readonly change: (chapterId: string, edit: (text: string) => readonly Replacement[]) => Promise<ChapterChange | null>;
  /** Brings the text before a change back; false when something else was written since. Throws what a call throws. */
  readonly takeBack: (change: ChapterChange) => Promise<boolean>;
}

interface Span { readonly from: number; readonly to: number }
/** What search needs of the open editor. */
export interface SearchedEditor {
  readonly selection: () => { readonly text: string } | null;
  readonly cursor: () => number;
  readonly mark: (layer: string, marks: readonly (Span & { readonly className: string })[]) => void;
  readonly reveal: (span: Span, keepsFocus?: boolean) => void;
  readonly apply: (edits: readonly Replacement[]) => void;
}
