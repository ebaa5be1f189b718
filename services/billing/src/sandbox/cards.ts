import { createHash } from 'node:crypto';

/**
 * What happens when a test card is charged. `asks`, a stored name, means that the payment requires authentication: the
 * bank asks the user to confirm it. The numbers are those that Stripe documents for its test mode.
 */
export type CardBehaviour = 'succeeds' | 'declines' | 'asks' | 'fails-at-renewal';

const cards: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': 'succeeds',
  '5555555555554444': 'succeeds',
  '4000000000000002': 'declines',
  '4000002500003155': 'asks',
  '4000000000000341': 'fails-at-renewal',
};

/**
 * The only number that counts as the same card for everybody. All testers use the same few numbers, so any other number
 * counts as a different card for each user.
 */
const sharedCard = '5555555555554444';

const digitsOf = (number: string): string => number.replaceAll(/[\s-]/g, '');

/** The behaviour of a card number, ignoring spaces and dashes. Null when it is not a test card. */
export const cardBehaviour = (number: string): CardBehaviour | null => cards[digitsOf(number)] ?? null;

/** The fingerprint of a card: equal for two payments with the same card, as at a real provider. */
export function cardFingerprint(number: string, userId: string): string {
  const digits = digitsOf(number);
  return createHash('sha256')
    .update(digits === sharedCard ? digits : `${digits}:${userId}`)
    .digest('hex')
    .slice(0, 16);
}
