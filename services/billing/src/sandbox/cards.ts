import { createHash } from 'node:crypto';

/** What a test card does; the numbers are the ones Stripe documents for its own test mode. */
export type CardBehaviour = 'succeeds' | 'declines' | 'asks' | 'fails-at-renewal';

const cards: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': 'succeeds',
  '5555555555554444': 'succeeds',
  '4000000000000002': 'declines',
  '4000002500003155': 'asks',
  '4000000000000341': 'fails-at-renewal',
};

/** Everyone types the same few numbers. Each is a card of the payer's own but this one: it is one card, whoever pays with it. */
const sharedCard = '5555555555554444';

const digitsOf = (number: string): string => number.replaceAll(/[\s-]/g, '');

/** Spaces and dashes are ignored; a number that is no test card is null. */
export const cardBehaviour = (number: string): CardBehaviour | null => cards[digitsOf(number)] ?? null;

/** What says that two payments came from one card, as a provider tells it. */
export function cardFingerprint(number: string, userId: string): string {
  const digits = digitsOf(number);
  return createHash('sha256')
    .update(digits === sharedCard ? digits : `${digits}:${userId}`)
    .digest('hex')
    .slice(0, 16);
}
