import { storyTypes } from '@inkbear/contracts/stories/story-types';
import type { StoredHead } from '@inkbear/manuscript-store/manuscript';
import { type Connection, Schema } from 'mongoose';
import type { StoryRow } from './story.ts';

const number = { type: Number, required: true } as const;
const text = { type: String, default: '' } as const;
const time = { type: Date, default: null } as const;

/** `tellAt` is the old name of `publishAt`: see `storyRenames`. */
type StoredStory = StoredHead<StoryRow> & { tellAt: Date | null };

const schema = new Schema<StoredStory>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    state: { type: String, required: true },
    title: { type: String, required: true },
    storyType: { type: String, enum: storyTypes, required: true },
    formData: { type: Schema.Types.Mixed, required: true },
    targetWordCount: number,
    authorName: text,
    publishingHouse: text,
    dedication: text,
    synopsis: text,
    introduction: text,
    /** The text at the last flush, not the current text: see `StoredHead`. */
    content: text,
    recent: { type: Schema.Types.Mixed, required: true },
    rev: number,
    version: number,
    wordCount: number,
    isComplete: { type: Boolean, required: true },
    aiGeneratedCount: number,
    aiEditCount: number,
    polishCount: number,
    aiSeq: number,
    exported: { type: Boolean, required: true },
    /** When the history is due for compaction. */
    compactAt: time,
    /** When the next `stories.story.changed` event is due. */
    publishAt: time,
    /** The old names of `compactAt` and `publishAt`: see `storyRenames`. */
    thinAt: time,
    tellAt: time,
    sinceSnapshot: { type: Number, required: false },
    storedBytes: { type: Number, default: 0 },
    deletedBytes: { type: Number, default: 0 },
    fieldBytes: { type: Number, default: 0 },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    deletedAt: time,
    purgeAt: time,
  },
  { collection: 'stories', versionKey: false, strict: 'throw', minimize: false },
);

export const storyModel = (connection: Connection) => connection.model<StoredStory>('Story', schema);
