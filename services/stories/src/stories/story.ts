import { type ErrorCode } from '@inkbear/contracts/error-codes';
import { limits } from '@inkbear/contracts/plans';
import { defaultPublishingHouse, storyTextMax } from '@inkbear/contracts/stories/story';
import { type StoryAnswers, storyTemplate, targetWordsOf } from '@inkbear/contracts/stories/story-templates';
import type { StoryType } from '@inkbear/contracts/stories/story-types';
import { initialBytes, type ManuscriptHead, type ManuscriptKind } from '@inkbear/manuscript-store/manuscript';
import { Renames } from '@inkbear/service-kit/mongo-renames';

/** The fields that an author can edit besides the text. */
export interface StoryFields {
  title: string;
  authorName: string;
  publishingHouse: string;
  dedication: string;
  synopsis: string;
  introduction: string;
}

export interface StoryRow extends ManuscriptHead, StoryFields {
  /** `purging`: its texts are being deleted · `hidden`: its owner was erased. Both states are final. */
  state: 'live' | 'trashed' | 'purging' | 'hidden';
  storyType: StoryType;
  /** Answers by prompt label. */
  formData: Record<string, string>;
  targetWordCount: number;
  aiGeneratedCount: number;
  aiEditCount: number;
  polishCount: number;
  /** The `seq` of the event with the AI counters. */
  aiSeq: number;
  /** Whether the story was ever exported. */
  exported: boolean;
  createdAt: Date;
  deletedAt: Date | null;
  /** When a story in the trash is deleted permanently. */
  purgeAt: Date | null;
  /** When the next `stories.story.changed` event is due; null when nothing has changed since the last one. */
  publishAt: Date | null;
}

/** Minimum interval between two published changes of one story. */
const publishIntervalMs = 5000;
const dayMs = 86_400_000;

const isStoryComplete = (content: string): boolean => content.length > limits.completeStoryCharacters;

/** The fields that are being renamed. */
export const storyRenames = new Renames({ compactAt: 'thinAt', publishAt: 'tellAt' });

/** Describes stories to the manuscript store. */
export const storyKind = {
  name: 'story',
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
  renames: storyRenames,
  derive: ({ content, publishAt }, { now }) => ({
    isComplete: isStoryComplete(content),
    publishAt: publishAt ?? new Date(now.getTime() + publishIntervalMs),
  }),
} as const satisfies ManuscriptKind<StoryRow>;

/** A story without text at revision 1. Answers to prompts that the template does not have are dropped. */
export function newStory(input: {
  id: string;
  userId: string;
  title: string;
  storyType: StoryType;
  formData: StoryAnswers;
  targetWordCount?: number | undefined;
  at: Date;
}): StoryRow {
  const { id: _id, userId, title, storyType, targetWordCount = targetWordsOf(input.formData), at } = input;
  const formData = Object.fromEntries(
    storyTemplate(storyType).prompts.flatMap(({ label }) =>
      input.formData[label] === undefined ? [] : [[label, input.formData[label]]],
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
    compactAt: null,
    publishAt: null,
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

/** The fields of a deleted story, which can be restored for 30 days. */
export const trashedAt = (at: Date) =>
  ({ state: 'trashed', deletedAt: at, purgeAt: new Date(at.getTime() + limits.trashDays * dayMs) }) as const;
