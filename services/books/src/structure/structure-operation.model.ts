import { type Connection, Schema } from 'mongoose';
import type { StructureOperationRow } from './structure-operation.ts';

const text = { type: String, required: true } as const;
const date = { type: Date, required: true } as const;
/** Small values, which Mongoose would turn into documents one by one. */
const plain = { type: Schema.Types.Mixed, required: true } as const;

const schema = new Schema<StructureOperationRow>(
  {
    _id: text,
    bookId: text,
    userId: text,
    kind: text,
    at: date,
    expireAt: date,
    requestKey: { type: String, default: null },
    chapters: plain,
    moved: plain,
    joint: { type: String, default: '' },
    beatIds: { type: [String], default: [] },
  },
  { collection: 'structure_operations', versionKey: false, strict: 'throw' },
);

export const structureOperationModel = (connection: Connection) =>
  connection.model<StructureOperationRow>('StructureOperation', schema);
