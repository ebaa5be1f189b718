import { type Connection, type Model, Schema } from 'mongoose';
import type { BookSettingsRow } from './book-settings.ts';

/** A collection of settings. Their own schema checks them. */
export type BookSettingsModel = Model<BookSettingsRow<object>>;

/** The collection of one kind of settings. */
export const bookSettingsModel = (
  connection: Connection,
  { name, collection, settings }: { readonly name: string; readonly collection: string; readonly settings: Schema },
): BookSettingsModel =>
  connection.model<BookSettingsRow<object>>(
    name,
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
    ),
  );
