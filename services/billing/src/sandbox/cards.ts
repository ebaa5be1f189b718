import { createHash } from 'node:crypto';

/** What a test card does. The numbers are those that Stripe documents for its test mode. */
export type CardBehaviour = 'succeeds' | 'declines' | 'asks' | 'fails-at-renewal';

const cards: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': 'succeeds',
  '5555555555554444': 'succeeds',
  '4000000000000002': 'declines',
  '4000002500003155': 'asks',
  '4000000000000341': 'fails-at-renewal',
};

/**
 * Testers all type the same few numbers, so a number counts as a different card for each user. This one is the same
 * card for everybody.
 */
const sharedCard = '5555555555554444';

const digitsOf = (number: string): string => number.replaceAll(/[\s-]/g, '');

/** Null when the number is not a test card. Spaces and dashes are ignored. */
export const cardBehaviour = (number: string): CardBehaviour | null => cards[digitsOf(number)] ?? null;

/** Equal for two payments with the same card, like the fingerprint of a real provider. */
export function cardFingerprint(number: string, userId: string): string {
  const digits = digitsOf(number);
  return createHash('sha256')
    .update(digits === sharedCard ? digits : `${digits}:${userId}`)
    .digest('hex')
    .slice(0, 16);
}
