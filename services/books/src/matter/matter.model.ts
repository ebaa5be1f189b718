import type { MatterSection } from '@inkbear/contracts/books/matter';
import { type Connection, Schema } from 'mongoose';
import type { MatterRow } from './matter.ts';

const number = { type: Number, required: true } as const;
const text = { type: String, default: '' } as const;

const piece = new Schema<MatterSection>(
  { kind: { type: String, required: true }, title: text, text },
  { _id: false, strict: 'throw' },
);

const schema = new Schema<MatterRow>(
  {
    _id: { type: String, required: true },
    bookId: { type: String, required: true },
    userId: { type: String, required: true },
    rev: number,
    at: { type: Date, required: true },
    pieces: { type: [piece], required: true },
    pieceCount: number,
    wordCount: number,
    storedBytes: number,
  },
  { collection: 'matter_revisions', versionKey: false, strict: 'throw' },
);

export const matterModel = (connection: Connection) => connection.model<MatterRow>('MatterRevision', schema);
