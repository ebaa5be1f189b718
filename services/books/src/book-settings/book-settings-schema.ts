import { type Model, Schema } from 'mongoose';
import type { BookSettingsRow } from './book-settings.ts';

/** The Mongoose model of a settings collection. The schema of the settings validates each row. */
export type BookSettingsModel = Model<BookSettingsRow<object>>;

/** The schema of a collection of settings. */
export const bookSettingsSchema = (collection: string, settings: Schema): Schema<BookSettingsRow<object>> =>
  new Schema<BookSettingsRow<object>>(
    {
      _id: { type: String, required: true },
      userId: { type: String, required: true },
      rev: { type: Number, required: true },
      settings: { type: settings as never, required: true },
      storedBytes: { type: Number, required: true },
      updatedAt: { type: Date, required: true },
    },
    { collection, versionKey: false, strict: 'throw' },
  );
