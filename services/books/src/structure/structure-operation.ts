import { structureUndoDays } from '@inkbear/contracts/books/scene';
import type { MovedText } from './moved-text.ts';

export type StructureKind = 'split' | 'merge' | 'move';

/** What an operation did to one chapter. */
export interface OperationChapter {
  readonly id: string;
  /** What became of the chapter besides its text. */
  readonly fate: ChapterFate;
  /** The revisions of its text before and after the operation. */
  readonly revBefore: number;
  readonly rev: number;
  /** The replaced ranges of the text before, and how many units replaced them. */
  readonly edits: readonly { readonly from: number; readonly to: number; readonly inserted: number }[];
}

export type ChapterFate = 'kept' | 'created' | 'trashed' | 'restored';

/** An operation on the structure of a book. It has no texts: those are in the histories of its chapters. */
export interface StructureOperationRow {
  _id: string;
  bookId: string;
  userId: string;
  kind: StructureKind;
  at: Date;
  /** The database deletes the row then, because it cannot be undone any more. */
  expireAt: Date;
  /** The route and the `Idempotency-Key` of its request, so that a repeat gets the same result; null without a key. */
  requestKey: string | null;
  /** One or two; first the one that the request named. */
  chapters: readonly OperationChapter[];
  moved: MovedText;
  /** What a split has left out between both texts, so that a merge puts it back. */
  joint: string;
  /** The ids of the beats that the first chapter has got from the second one. */
  beatIds: readonly string[];
}

const dayMs = 86_400_000;

/** When an operation can no longer be undone. */
export const undoEndOf = (at: Date): Date => new Date(at.getTime() + structureUndoDays * dayMs);

/** What an undo does with a chapter. */
const reverseFates = { kept: 'kept', created: 'trashed', trashed: 'restored', restored: 'trashed' } as const;
export const reverseFate = (fate: ChapterFate): ChapterFate => reverseFates[fate];

/** The name of the revisions before an operation. */
export const snapshotNames: Readonly<Record<StructureKind, string>> = {
  split: 'Before split',
  merge: 'Before merge',
  move: 'Before moving a scene',
};
