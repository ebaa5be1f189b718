import { type Connection, Schema } from 'mongoose';
import type { ReadingRow } from './reading.ts';

const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;

const schema = new Schema<ReadingRow>(
  {
    _id: text,
    bookId: text,
    userId: text,
    savedRev: number,
    readRev: number,
    changedAt: { type: Date, default: null },
    dueAt: { type: Date, default: null },
    conventions: { type: Schema.Types.Mixed, default: null },
  },
  { collection: 'chapter_readings', versionKey: false, strict: 'throw' },
);

export const readingModel = (connection: Connection) => connection.model<ReadingRow>('ChapterReading', schema);
