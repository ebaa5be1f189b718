import { type Connection, Schema } from 'mongoose';
import { bookSettingsModel } from '../book-settings/book-settings.model.ts';

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
  bookSettingsModel(connection, { name: 'StyleSheet', collection: 'style_sheets', settings });
