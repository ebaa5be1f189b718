import { type Connection, Schema } from 'mongoose';
import type { ExtractionRow } from './extraction.ts';

const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;

const schema = new Schema<ExtractionRow>(
  {
    _id: text,
    bookId: text,
    userId: text,
    savedRev: number,
    readRev: number,
    providerRev: { type: Number },
    changedAt: { type: Date, default: null },
    dueAt: { type: Date, default: null },
    attempt: { type: String, default: null },
    conventions: { type: Schema.Types.Mixed, default: null },
  },
  { collection: 'chapter_readings', versionKey: false, strict: 'throw' },
);

export const extractionModel = (connection: Connection) => connection.model<ExtractionRow>('ChapterReading', schema);
