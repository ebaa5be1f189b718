import { type Connection, Schema } from 'mongoose';
import type { StoredPromoCode } from './promo-code.ts';

const schema = new Schema<StoredPromoCode>(
  {
    _id: { type: String, required: true },
    code: { type: String, required: true },
    description: { type: String, default: '' },
    discountType: { type: String, required: true },
    discountValue: { type: Number, required: true },
    maxUses: { type: Number, default: null },
    taken: { type: Number, required: true },
    currentUses: { type: Number, required: true },
    expiresAt: { type: Date, default: null },
    isActive: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'promo_codes', versionKey: false, strict: 'throw' },
);

export const promoCodeModel = (connection: Connection) => connection.model<StoredPromoCode>('PromoCode', schema);
