export interface Card {
  number: string;
  expiry: string;
  cvc: string;
}
export const emptyCard: Card = { number: '', expiry: '', cvc: '' };

const digits = (text: string) => text.replaceAll(/\D/g, '');
/** `4242424242424242` → `4242 4242 4242 4242` */
export const formatNumber = (text: string): string =>
  digits(text)
    .slice(0, 19)
    .replaceAll(/(.{4})(?=.)/g, '$1 ');
/** `1227` → `12 / 27` */
export const formatExpiry = (text: string): string =>
  digits(text)
    .slice(0, 4)
    .replace(/^(\d{2})(\d+)$/, '$1 / $2');

/** The first incomplete field; null when the card is complete. */
export function firstIncomplete({ number, expiry, cvc }: Card): keyof Card | null {
  if (digits(number).length < 13) return 'number';
  if (!/^(0[1-9]|1[0-2]) \/ \d{2}$/.test(expiry)) return 'expiry';
  return /^\d{3,4}$/.test(cvc) ? null : 'cvc';
}
