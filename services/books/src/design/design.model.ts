import { type Connection, Schema } from 'mongoose';
import type { BookSettingsRow } from '../book-settings/book-settings.ts';
import { bookSettingsSchema } from '../book-settings/book-settings-schema.ts';

const text = { type: String, default: '' } as const;
const choice = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;
const flag = { type: Boolean, required: true } as const;

const part = new Schema({ beforeChapterId: choice, title: choice }, { _id: false, strict: 'throw' });

const settings = new Schema(
  {
    /** The id of a standard size, or width and height. */
    trim: { type: Schema.Types.Mixed, required: true },
    paper: choice,
    bleed: flag,
    face: choice,
    size: number,
    leading: number,
    margins: { type: Schema.Types.Mixed, default: null },
    indentEm: number,
    chapterStart: choice,
    chapterLabel: choice,
    drop: number,
    opening: choice,
    sceneBreak: choice,
    heads: choice,
    headStyle: choice,
    folio: choice,
    shortTitle: text,
    contents: flag,
    isbnPrint: text,
    isbnEbook: text,
    parts: { type: [part], default: [] },
    unnumbered: { type: [String], default: [] },
  },
  { _id: false, strict: 'throw' },
);

export const designModel = (connection: Connection) =>
  connection.model<BookSettingsRow<object>>('Design', bookSettingsSchema('designs', settings));
