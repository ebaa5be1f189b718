import { storyTypes } from '@inkbear/contracts/stories/story';
import { type Connection, Schema } from 'mongoose';
import type { StoryRow } from './story.ts';

const schema = new Schema<StoryRow>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    title: { type: String, required: true },
    storyType: { type: String, enum: storyTypes, required: true },
    content: { type: String, default: '' },
    wordCount: { type: Number, default: 0 },
    targetWordCount: { type: Number, default: 1500 },
    isComplete: { type: Boolean, default: false },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    deletedAt: { type: Date, default: null },
    purgeAt: { type: Date, default: null },
  },
  { collection: 'stories', versionKey: false, strict: 'throw' },
);

export const storyModel = (connection: Connection) => connection.model<StoryRow>('Story', schema);
