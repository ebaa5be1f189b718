import type { StoredHead } from '@inkbear/manuscript-store/manuscript';
import { type Connection, Schema } from 'mongoose';
import type { ChapterRow } from './chapter.ts';

const number = { type: Number, required: true } as const;
const text = { type: String, default: '' } as const;

const schema = new Schema<StoredHead<ChapterRow>>(
  {
    _id: { type: String, required: true },
    bookId: { type: String, required: true },
    userId: { type: String, required: true },
    madeUnder: { type: String, required: true },
    state: { type: String, required: true },
    chapterNumber: number,
    title: { type: String, required: true },
    description: text,
    keyPoints: { type: [String], default: [] },
    beats: { type: Schema.Types.Mixed, default: [] },
    storyDate: { type: String, default: null },
    isFlashback: { type: Boolean, default: false },
    synopses: { type: Schema.Types.Mixed, default: [] },
    /** The text at the last flush, not the current text: see `StoredHead`. */
    content: text,
    rev: number,
    version: number,
    wordCount: number,
    targetWordCount: number,
    flaggedComplete: { type: Boolean, required: true },
    isComplete: { type: Boolean, required: true },
    aiGeneratedCount: number,
    aiEditCount: number,
    polishCount: number,
    aiSeq: number,
    recent: { type: Schema.Types.Mixed, required: true },
    notTyped: { type: Schema.Types.Mixed },
    written: { type: Schema.Types.Mixed, required: true },
    reported: { type: Schema.Types.Mixed, required: true },
    progressDueAt: { type: Date, default: null },
    /** When the history is compacted next. */
    compactAt: { type: Date, default: null },
    /** The old name of `compactAt`: see `headRenames`. */
    thinAt: { type: Date, default: null },
    sinceSnapshot: { type: Number, required: false },
    storedBytes: { type: Number, default: 0 },
    deletedBytes: { type: Number, default: 0 },
    fieldBytes: { type: Number, default: 0 },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'chapters', versionKey: false, strict: 'throw' },
);

export const chapterModel = (connection: Connection) => connection.model<StoredHead<ChapterRow>>('Chapter', schema);
