import { type Connection, Schema } from 'mongoose';
import type { BookSettingsRow } from '../book-settings/book-settings.ts';
import { bookSettingsSchema } from '../book-settings/book-settings-schema.ts';
import type { AiResultRow, BookProvenanceRow, ChapterProvenanceRow } from './provenance.ts';

const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;
const choice = { type: String, default: null } as const;
/** Lists of thousands of small values, which Mongoose would turn into documents one by one. */
const plain = { type: Schema.Types.Mixed, required: true } as const;

const options = (collection: string) => ({ collection, versionKey: false, strict: 'throw', minimize: false }) as const;

const chapters = new Schema<ChapterProvenanceRow>(
  {
    _id: text,
    bookId: text,
    userId: text,
    rev: number,
    spans: plain,
    words: plain,
    editedForeign: plain,
    inserted: plain,
    present: plain,
  },
  options('chapter_provenance'),
);
const books = new Schema<BookProvenanceRow>(
  { _id: text, userId: text, version: number, removed: plain, forgetAt: { type: Date, default: null } },
  options('book_provenance'),
);
const results = new Schema<AiResultRow>(
  {
    _id: text,
    bookId: text,
    userId: text,
    makesText: { type: Boolean, required: true },
    fingerprint: { type: Schema.Types.Mixed, default: null },
    createdAt: { type: Date, required: true },
  },
  options('ai_results'),
);
const answers = new Schema(
  { images: choice, translations: choice, pastedIsAi: choice, importedIsAi: choice },
  { _id: false, strict: 'throw' },
);

export const provenanceModels = (connection: Connection) => ({
  chapters: connection.model<ChapterProvenanceRow>('ChapterProvenance', chapters),
  books: connection.model<BookProvenanceRow>('BookProvenance', books),
  results: connection.model<AiResultRow>('AiResult', results),
});

export const provenanceAnswersModel = (connection: Connection) =>
  connection.model<BookSettingsRow<object>>('ProvenanceAnswers', bookSettingsSchema('provenance_answers', answers));
