import { currencies, type Currency } from '@inkbear/press/kdp-print';

const signs: Readonly<Record<Currency, string>> = { USD: '$', GBP: '£', EUR: '€' };

/** An amount in each currency of the shop, such as “$3.52 · £2.97 · €3.11”. */
export const formatAmounts = (amounts: Readonly<Record<Currency, number>>): string =>
  currencies.map((currency) => `${signs[currency]}${amounts[currency].toFixed(2)}`).join(' · ');
