import type { storyTypes } from '@inkbear/contracts/stories/story';

/** A personal story as stored. */
export interface StoryRow {
  _id: string;
  userId: string;
  title: string;
  storyType: (typeof storyTypes)[number];
  content: string;
  wordCount: number;
  targetWordCount: number;
  isComplete: boolean;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
}
