import { type Connection, Schema } from 'mongoose';
import type { BookSettingsRow } from '../book-settings/book-settings.ts';
import { bookSettingsSchema } from '../book-settings/book-settings-schema.ts';

const choice = { type: String, default: null } as const;

const settings = new Schema(
  {
    pov: choice,
    povEntryId: choice,
    tense: choice,
    dialect: choice,
    dialogueMarks: choice,
    avoid: { type: [String], default: [] },
    notes: { type: String, default: '' },
    voiceSamples: { type: [String], default: [] },
  },
  { _id: false, strict: 'throw' },
);

export const styleSheetModel = (connection: Connection) =>
  connection.model<BookSettingsRow<object>>('StyleSheet', bookSettingsSchema('style_sheets', settings));
