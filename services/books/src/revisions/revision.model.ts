import { type Connection, Schema } from 'mongoose';
import type { ChangeRow, SnapshotRow } from './revision.ts';

const change = new Schema<ChangeRow>(
  {
    _id: { type: String, required: true },
    chapterId: { type: String, required: true },
    rev: { type: Number, required: true },
    changes: { type: String, default: '' },
    origins: { type: [{ _id: false, from: Number, to: Number, kind: String, resultId: String }], default: [] },
    at: { type: Date, required: true },
    kind: { type: String, required: true },
    name: { type: String },
    kept: { type: Boolean },
    folded: { type: Boolean },
    wordCount: { type: Number, required: true },
    isComplete: { type: Boolean, required: true },
    bytes: { type: Number, required: true },
  },
  { collection: 'chapter_changes', versionKey: false, strict: 'throw' },
);

const snapshot = new Schema<SnapshotRow>(
  {
    _id: { type: String, required: true },
    chapterId: { type: String, required: true },
    rev: { type: Number, required: true },
    content: { type: String, default: '' },
  },
  { collection: 'chapter_snapshots', versionKey: false, strict: 'throw' },
);

export const changeModel = (connection: Connection) => connection.model<ChangeRow>('ChapterChange', change);
export const snapshotModel = (connection: Connection) => connection.model<SnapshotRow>('ChapterSnapshot', snapshot);
