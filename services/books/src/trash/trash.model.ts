import { type Connection, Schema } from 'mongoose';
import type { TrashRow } from './trash.ts';

const schema = new Schema<TrashRow>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    kind: { type: String, required: true },
    itemId: { type: String, required: true },
    bookId: { type: String, required: true },
    title: { type: String, required: true },
    deletedAt: { type: Date, required: true },
    purgeAt: { type: Date, required: true },
    purging: { type: Boolean, required: true },
  },
  { collection: 'trash', versionKey: false, strict: 'throw' },
);

export const trashModel = (connection: Connection) => connection.model<TrashRow>('Trash', schema);
