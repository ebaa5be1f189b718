import { type ErrorCode } from '@inkbear/contracts/error-codes';
import { limits } from '@inkbear/contracts/plans';
import { defaultPublishingHouse, storyTextMax } from '@inkbear/contracts/stories/story';
import { type StoryAnswers, storyTemplate, targetWordsOf } from '@inkbear/contracts/stories/story-templates';
import type { StoryType } from '@inkbear/contracts/stories/story-types';
import { initialBytes, type ManuscriptRow, type ManuscriptKind } from '@inkbear/manuscript-store/manuscript';

/** What an author sets beside the text. */
export interface StoryFields {
  title: string;
  authorName: string;
  publishingHouse: string;
  dedication: string;
  synopsis: string;
  introduction: string;
}

export interface StoryRow extends ManuscriptRow, StoryFields {
  /** `purging`: its texts are being removed; `hidden`: its owner is gone. From neither is there a way back. */
  state: 'live' | 'trashed' | 'purging' | 'hidden';
  storyType: StoryType;
  /** Answers by the label of their prompt. */
  formData: Record<string, string>;
  targetWordCount: number;
  aiGeneratedCount: number;
  aiEditCount: number;
  polishCount: number;
  aiSeq: number;
  exported: boolean;
  createdAt: Date;
  deletedAt: Date | null;
  /** When a story in the trash goes for good. */
  purgeAt: Date | null;
  /** When others hear what has changed; null while they know all. */
  tellAt: Date | null;
}

/** Others hear of a story at most so often. */
const tellEveryMs = 5000;
const dayMs = 86_400_000;

const isStoryComplete = (content: string): boolean => content.length > limits.completeStoryCharacters;

/** A story as a text with a history. */
export const storyKind = {
  collections: { heads: 'stories', changes: 'story_changes', snapshots: 'story_snapshots' },
  errors: {
    notFound: 'stories.not_found',
    revisionNotFound: 'stories.revision_not_found',
    stale: 'stories.stale_revision',
    invalidChanges: 'stories.invalid_changes',
    tooLarge: 'stories.too_large',
    revisionCurrent: 'stories.revision_current',
  } satisfies Record<string, ErrorCode>,
  maxUnits: storyTextMax,
  fieldTexts: ({ title, formData, authorName, publishingHouse, dedication, synopsis, introduction }) => [
    title,
    authorName,
    publishingHouse,
    dedication,
    synopsis,
    introduction,
    ...Object.entries(formData).flat(),
  ],
  derive: ({ content, tellAt }, { now }) => ({
    isComplete: isStoryComplete(content),
    tellAt: tellAt ?? new Date(now.getTime() + tellEveryMs),
  }),
} as const satisfies ManuscriptKind<StoryRow>;

/** A story without a text at revision 1. Of the answers only those to the template's own prompts are kept. */
export function newStory(made: {
  id: string;
  userId: string;
  title: string;
  storyType: StoryType;
  formData: StoryAnswers;
  targetWordCount?: number | undefined;
  at: Date;
}): StoryRow {
  const { id: _id, userId, title, storyType, targetWordCount = targetWordsOf(made.formData), at } = made;
  const formData = Object.fromEntries(
    storyTemplate(storyType).prompts.flatMap(({ label }) =>
      made.formData[label] === undefined ? [] : [[label, made.formData[label]]],
    ),
  );
  const row: StoryRow = {
    _id,
    userId,
    state: 'live',
    title,
    storyType,
    formData,
    targetWordCount,
    authorName: '',
    publishingHouse: defaultPublishingHouse,
    dedication: '',
    synopsis: '',
    introduction: '',
    content: '',
    rev: 1,
    version: 1,
    wordCount: 0,
    isComplete: false,
    aiGeneratedCount: 0,
    aiEditCount: 0,
    polishCount: 0,
    aiSeq: 0,
    exported: false,
    thinAt: null,
    tellAt: null,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    purgeAt: null,
    storedBytes: 0,
    deletedBytes: 0,
    fieldBytes: 0,
  };
  return { ...row, ...initialBytes(storyKind, row) };
}

/** A deleted story; its owner has 30 days to bring it back. */
export const trashedAt = (at: Date) =>
  ({ state: 'trashed', deletedAt: at, purgeAt: new Date(at.getTime() + limits.trashDays * dayMs) }) as const;
