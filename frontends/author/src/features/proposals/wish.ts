import type { ContextChoice } from '@inkbear/contracts/ai/context';
import type { LimitName } from '@inkbear/contracts/ai/limit';
import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';

export type WishKind = 'generate' | 'rewrite' | 'expand' | 'tone' | 'engaging' | 'extend' | 'polish';
/** A stretch that was selected when the author asked, in UTF-16 positions. */
export interface Passage { readonly from: number; readonly to: number; readonly text: string }

/** What the author asked for. */
export interface Wish {
  readonly kind: WishKind;
  readonly option: string | null;
  /** How many words it shall be, of a new chapter or added to it. */
  readonly words?: number;
  /** The request as a sentence. */
  readonly asked: string;
  /** Null: the whole chapter. */
  readonly passage: Passage | null;
  /** The chapter as it was then. */
  readonly content: string;
  /** The revision that is, so that a kept result finds it again; null when it was not saved, undefined before that is known. */
  readonly askedRev?: number | null;
  /** A result from before: what exactly was asked is not known any more, so it cannot be tried again. */
  readonly isKept?: true;
  /** `content` is only the present chapter: what was asked about is not known, so what was written since cannot be told apart. */
  readonly isBaseless?: true;
}

/** Where the wish belongs and what AI may see for it. */
export interface WishPlace {
  readonly book: Pick<Book, 'id' | 'title' | 'genre'>;
  readonly chapter: Pick<Chapter, 'id' | 'title' | 'description' | 'chapterNumber'>;
  /** The outline knows enough for the generator that uses it. */
  readonly isEnhanced: boolean;
  readonly context: () => ContextChoice;
  /** The saved revision that reads like this; null when there is none. */
  readonly revisionOf: (content: string) => Promise<number | null>;
}

/** The counter that the wish takes one from; null is fair use. */
export function limitOf({ kind, passage }: Pick<Wish, 'kind' | 'passage'>): { name: LimitName; noun: string } | null {
  if (kind === 'generate') return { name: 'chapter.generate', noun: 'generation' };
  if (kind === 'polish') return { name: 'chapter.polish', noun: 'polish' };
  return passage === null ? { name: 'chapter.edit', noun: 'whole-chapter edit' } : null;
}
