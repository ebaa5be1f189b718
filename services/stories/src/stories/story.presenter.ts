import type { listTrashedStories } from '@inkbear/contracts/stories/internal';
import type { Story } from '@inkbear/contracts/stories/story';
import type { ReplyOf } from '@inkbear/service-kit/serve';
import type { StoryWithoutText } from './story.repository.ts';
import type { StoryRow } from './story.ts';

/** All fields except the text. */
export const presentStoryListItem = (row: StoryWithoutText): Omit<Story, 'content'> => ({
  id: row._id,
  title: row.title,
  storyType: row.storyType,
  formData: row.formData,
  targetWordCount: row.targetWordCount,
  wordCount: row.wordCount,
  isComplete: row.isComplete,
  authorName: row.authorName,
  publishingHouse: row.publishingHouse,
  dedication: row.dedication,
  synopsis: row.synopsis,
  introduction: row.introduction,
  aiGeneratedCount: row.aiGeneratedCount,
  aiEditCount: row.aiEditCount,
  polishCount: row.polishCount,
  exported: row.exported,
  rev: row.rev,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const presentStory = (row: StoryRow): Story => ({ ...presentStoryListItem(row), content: row.content });

type TrashedStory = ReplyOf<typeof listTrashedStories>[number];

export const presentTrashedStory = ({ _id, title, deletedAt, purgeAt }: StoryWithoutText): TrashedStory => ({
  storyId: _id,
  title,
  deletedAt: toIso(deletedAt),
  purgeAt: toIso(purgeAt),
});

const toIso = (time: Date | null): string => (time ?? new Date(0)).toISOString();
