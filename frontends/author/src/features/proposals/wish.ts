import type { LimitName } from '@inkbear/contracts/ai/limit';
import type { ManuscriptKind } from '@inkbear/web-kit/saving/manuscript.ts';

type ChapterWishKind = 'generate' | 'rewrite' | 'expand' | 'tone' | 'engaging' | 'extend' | 'polish';
type StoryWishKind = 'story-generate' | 'story-enhance' | 'story-polish' | 'story-tone' | 'story-length';
export type WishKind = ChapterWishKind | StoryWishKind;
export const nounOf = (kind: WishKind): ManuscriptKind => (kind.startsWith('story-') ? 'story' : 'chapter');

/** A stretch that was selected when the author asked, in UTF-16 positions. */
export interface Passage {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What the author asked for. */
export interface Wish {
  readonly kind: WishKind;
  readonly option: string | null;
  /** How many words it shall be, of a new chapter or added to it. */
  readonly words?: number;
  /** Words of the author's own about it. */
  readonly instruction?: string;
  /** The request as a sentence. */
  readonly asked: string;
  /** Null: the whole text. */
  readonly passage: Passage | null;
  /** The text as it was then. */
  readonly content: string;
  /** The revision that is, so that a kept result finds it again; null when it was not saved, undefined before that is known. */
  readonly askedRev?: number | null;
  /** A result from before: what exactly was asked is not known any more, so it cannot be tried again. */
  readonly isKept?: true;
  /** `content` is only the present text: what was asked about is not known, so what was written since cannot be told apart. */
  readonly isBaseless?: true;
}

export type StoryWish = Wish & { readonly kind: StoryWishKind };
export type ChapterWish = Wish & { readonly kind: ChapterWishKind };
export const isStoryWish = (wish: Wish): wish is StoryWish => nounOf(wish.kind) === 'story';
export const isChapterWish = (wish: Wish): wish is ChapterWish => nounOf(wish.kind) === 'chapter';

const storyLimits: Partial<Record<WishKind, { name: LimitName; noun: string }>> = {
  'story-generate': { name: 'story.generate', noun: 'generation' },
  'story-enhance': { name: 'story.enhance', noun: 'enhancement' },
  'story-polish': { name: 'story.polish', noun: 'polish' },
};

/** The counter that the wish takes one from; null is fair use. */
export function limitOf({ kind, passage }: Pick<Wish, 'kind' | 'passage'>): { name: LimitName; noun: string } | null {
  if (kind === 'generate') return { name: 'chapter.generate', noun: 'generation' };
  if (kind === 'polish') return { name: 'chapter.polish', noun: 'polish' };
  if (nounOf(kind) === 'story') return storyLimits[kind] ?? null;
  return passage === null ? { name: 'chapter.edit', noun: 'whole-chapter edit' } : null;
}
