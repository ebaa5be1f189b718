import { type Connection, Schema } from 'mongoose';
import type { BookRow } from './book.ts';

const text = { type: String, default: '' } as const;
const number = { type: Number, required: true } as const;

const schema = new Schema<BookRow>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    madeUnder: { type: String, required: true },
    state: { type: String, required: true },
    title: { type: String, required: true },
    genre: { type: String, required: true },
    subgenre: text,
    targetAudience: text,
    status: { type: String, required: true },
    authorName: text,
    penName: text,
    publishingHouse: text,
    outline: text,
    synopsis: text,
    introduction: text,
    dedication: text,
    language: text,
    readbackEnabled: { type: Boolean, required: true },
    wordCount: number,
    exported: { type: Boolean, required: true },
    titleGenerationCount: number,
    outlineGenerationCount: number,
    aiSuspended: { type: Boolean, required: true },
    aiSeq: number,
    structure: number,
    storedBytes: { type: Number, default: 0 },
    fieldBytes: { type: Number, default: 0 },
    pressBytes: { type: Number, default: 0 },
    bibleBytes: { type: Number, default: 0 },
    providerReading: { type: String },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'books', versionKey: false, strict: 'throw' },
);

export const bookModel = (connection: Connection) => connection.model<BookRow>('Book', schema);
