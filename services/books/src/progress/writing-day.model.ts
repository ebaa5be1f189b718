import { type Connection, Schema } from 'mongoose';
import type { WordsOfDay } from './progress.ts';

/** The words reported for a book on one date. */
export interface WritingDayRow extends WordsOfDay {
  /** `<bookId>:<localDate>` */
  _id: string;
  bookId: string;
  userId: string;
}

const schema = new Schema<WritingDayRow>(
  {
    _id: { type: String, required: true },
    bookId: { type: String, required: true },
    userId: { type: String, required: true },
    localDate: { type: String, required: true },
    typedWords: { type: Number, required: true },
    otherWords: { type: Number, required: true },
  },
  { collection: 'writing_days', versionKey: false, strict: 'throw' },
);

export const writingDayModel = (connection: Connection) => connection.model<WritingDayRow>('WritingDay', schema);
