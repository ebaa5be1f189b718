/** What a test card does; the numbers are the ones Stripe documents for its own test mode. */
export type CardBehaviour = 'succeeds' | 'declines' | 'asks' | 'fails-at-renewal';

const cards: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': 'succeeds',
  '4000000000000002': 'declines',
  '4000002500003155': 'asks',
  '4000000000000341': 'fails-at-renewal',
};

/** Spaces and dashes are ignored; a number that is no test card is null. */
export const cardBehaviour = (number: string): CardBehaviour | null => cards[number.replaceAll(/[\s-]/g, '')] ?? null;
