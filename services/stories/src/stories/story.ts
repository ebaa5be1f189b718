import { limits } from '@inkbear/contracts/plans';
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
  /** When a story in the trash goes for good. Rows of earlier releases lack it. */
  purgeAt?: Date | null;
}

/** A story on its way to the trash; its owner has 30 days to bring it back. */
export const trashed = (story: StoryRow, at: Date): StoryRow => ({ ...story, deletedAt: at, purgeAt: new Date(at.getTime() + limits.trashDays * 86_400_000) });
