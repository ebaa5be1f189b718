import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ProviderEvent } from '../provider/payment-provider.ts';

const eventSchema = z.object({ id: z.string(), type: z.string(), objectId: z.string() });
export const signatureHeader = 'inkbear-signature';

const sign = (raw: Buffer, secret: string): Buffer => createHmac('sha256', secret).update(raw).digest();

/** The signature of an event's bytes, in hexadecimal digits. */
export const signEvent = (raw: Buffer, secret: string): string => sign(raw, secret).toString('hex');

/** The event, or null when the signature does not match exactly these bytes. */
export function verifyEvent(raw: Buffer, signature: string | undefined, secret: string): ProviderEvent | null {
  const given = Buffer.from(signature ?? '', 'hex');
  const expected = sign(raw, secret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const parsed = eventSchema.safeParse(JSON.parse(raw.toString('utf8')));
  return parsed.success ? parsed.data : null;
}
