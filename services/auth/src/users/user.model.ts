import { type Connection, Schema } from 'mongoose';
import type { UserRow } from './user.ts';

const schema = new Schema<UserRow>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    previousEmail: { type: String, default: null },
    passwordHash: { type: String, required: true },
    firstName: { type: String, required: true },
    lastName: { type: String, required: true },
    profileImageUrl: { type: String, default: null },
    referralCode: { type: String, required: true },
    signIns: { type: Number, default: 0 },
    isAdmin: { type: Boolean, default: false },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    deletedAt: { type: Date, default: null },
  },
  { collection: 'users', versionKey: false, strict: 'throw' },
);

export const userModel = (connection: Connection) => connection.model<UserRow>('User', schema);
