import type { ManuscriptKind } from '../../saving/manuscript.ts';
import type { UndoOutcome } from '../../saving/undo-outcome.ts';
import type { Replacement } from '@inkbear/prose/search/find-hits';

/** `chapterNumber` is 0 for a story. */
export interface SearchedChapter {
  readonly id: string;
  readonly title: string;
  readonly chapterNumber: number;
  readonly text: string;
}
/** One replacement: its position in the text after all replacements, and the text that it replaced. */
export interface ReplacedRange {
  readonly from: number;
  readonly to: number;
  readonly inserted: string;
  readonly removed: string;
}
/** The replacements in one chapter. Unsaved ones are kept in this browser and can be reverted too. */
export interface ChapterChange {
  readonly chapterId: string;
  readonly count: number;
  readonly isSaved: boolean;
  readonly text: string;
  readonly ranges: readonly ReplacedRange[];
}

/** The texts of a book, or one story, for search and replace. */
export interface SearchSource {
  /** Whether its texts are chapters; a story is the only text of its source. */
  readonly kind: ManuscriptKind;
  /** Saves first, then returns every chapter in order. */
  readonly load: () => Promise<readonly SearchedChapter[]>;
  /**
   * Saves the chapter, applies the edits to its current text and saves again; null without edits. Throws when the first
   * save fails.
   */
  readonly applyEdits: (
    chapterId: string,
    edit: (text: string) => readonly Replacement[],
  ) => Promise<ChapterChange | null>;
  /** Reverts exactly these replacements and keeps all other changes. Throws what an API call throws. */
  readonly revert: (change: ChapterChange) => Promise<UndoOutcome>;
}

interface Span {
  readonly from: number;
  readonly to: number;
}
/** The part of the open editor that search needs. */
export interface SearchedEditor {
  readonly selection: () => { readonly text: string } | null;
  readonly cursor: () => number;
  readonly highlight: (layer: string, highlights: readonly (Span & { readonly className: string })[]) => void;
  readonly reveal: (span: Span, keepsFocus?: boolean) => void;
  readonly apply: (edits: readonly Replacement[], as?: 'correction' | 'replacement') => void;
}
