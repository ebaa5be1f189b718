import { type Connection, Schema } from 'mongoose';
import type { AllowanceRow } from './allowance.ts';

/** An entry of the credit ledger. `_id` is a natural key, so each award or use is recorded once. */
export interface CreditRow {
  _id: string;
  userId: string;
  amount: number;
  kind: 'award' | 'spend' | 'adjustment';
  at: Date;
}

const allowance = new Schema<AllowanceRow>(
  {
    _id: { type: String, required: true },
    total: { type: Number, required: true },
    oneOff: { type: Number, required: true },
    periods: { type: [{ _id: false, start: String, used: Number }], default: [] },
    credits: { type: Number, required: true },
    overrideSeq: { type: Number, required: true },
  },
  { collection: 'allowances', versionKey: false, strict: 'throw' },
);

const credit = new Schema<CreditRow>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    amount: { type: Number, required: true },
    kind: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { collection: 'credit_ledger', versionKey: false, strict: 'throw' },
);

export const allowanceModel = (connection: Connection) => connection.model<AllowanceRow>('Allowance', allowance);
export const creditModel = (connection: Connection) => connection.model<CreditRow>('Credit', credit);
