import type { LimitName } from '@inkbear/contracts/ai/limit';
import type { ManuscriptKind } from '../../saving/manuscript.ts';

type ChapterRequestKind = 'generate' | 'rewrite' | 'expand' | 'tone' | 'instruct' | 'engaging' | 'extend' | 'polish';
type StoryRequestKind = 'story-generate' | 'story-enhance' | 'story-polish' | 'story-tone' | 'story-length';
export type AiRequestKind = ChapterRequestKind | StoryRequestKind;
export const manuscriptKindOf = (kind: AiRequestKind): ManuscriptKind =>
  kind.startsWith('story-') ? 'story' : 'chapter';

/** The selection at the time of the request, in UTF-16 positions. */
export interface Passage {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What the author asked AI for. */
export interface AiRequest {
  readonly kind: AiRequestKind;
  readonly option: string | null;
  /** Target length in words, of a new chapter or of an extension. */
  readonly words?: number;
  /** The author's own instruction. */
  readonly instruction?: string;
  /** The request as a sentence for the author. */
  readonly description: string;
  /** Null for the whole text. */
  readonly passage: Passage | null;
  /** The text at the time of the request. */
  readonly content: string;
  /**
   * The revision of `content`, so that a saved result can find it again; null when it was not saved, undefined before
   * that is known.
   */
  readonly askedRev?: number | null;
  /** The request of a stored result. Its exact fields are unknown, so it cannot be retried. */
  readonly isSavedResult?: true;
  /**
   * The text at the time of the request is unknown: `content` is the current text, which may contain later changes of
   * the author.
   */
  readonly hasUnknownBase?: true;
}

export type StoryRequest = AiRequest & { readonly kind: StoryRequestKind };
export type ChapterRequest = AiRequest & { readonly kind: ChapterRequestKind };
export const isStoryRequest = (request: AiRequest): request is StoryRequest =>
  manuscriptKindOf(request.kind) === 'story';
export const isChapterRequest = (request: AiRequest): request is ChapterRequest =>
  manuscriptKindOf(request.kind) === 'chapter';

const storyLimits: Partial<Record<AiRequestKind, { name: LimitName; noun: string }>> = {
  'story-generate': { name: 'story.generate', noun: 'generation' },
  'story-enhance': { name: 'story.enhance', noun: 'enhancement' },
  'story-polish': { name: 'story.polish', noun: 'polish' },
};

/** The usage counter of the request; null for fair use. */
export function limitOf({
  kind,
  passage,
}: Pick<AiRequest, 'kind' | 'passage'>): { name: LimitName; noun: string } | null {
  if (kind === 'generate') return { name: 'chapter.generate', noun: 'generation' };
  if (kind === 'polish') return { name: 'chapter.polish', noun: 'polish' };
  if (manuscriptKindOf(kind) === 'story') return storyLimits[kind] ?? null;
  return passage === null ? { name: 'chapter.edit', noun: 'whole-chapter edit' } : null;
}
