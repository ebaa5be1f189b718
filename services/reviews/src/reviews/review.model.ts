import { type Connection, Schema } from 'mongoose';
import { reviewStates, type ReviewRow } from './review.ts';

const schema = new Schema<ReviewRow>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    rating: { type: Number, min: 1, max: 5, required: true },
    title: { type: String, required: true },
    content: { type: String, required: true },
    bookTitle: { type: String, default: null },
    email: { type: String, default: null },
    state: { type: String, enum: reviewStates, default: 'pending' },
    openKey: { type: String },
    isVerified: { type: Boolean, default: false },
    hiddenAt: { type: Date, default: null },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'reviews', versionKey: false, strict: 'throw' },
);

export const reviewModel = (connection: Connection) => connection.model<ReviewRow>('Review', schema);
