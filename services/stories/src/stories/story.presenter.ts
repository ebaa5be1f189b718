import type { Story } from '@inkbear/contracts/stories/story';
import type { StoryPlan } from './story.repository.ts';
import type { StoryRow } from './story.ts';

/** Everything but the text. */
export const presentSaved = (row: StoryPlan): Omit<Story, 'content'> => ({
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

export const presentStory = (row: StoryRow): Story => ({ ...presentSaved(row), content: row.content });
