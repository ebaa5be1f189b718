import { expect, it } from '@jest/globals';
import { formatExpiry, formatNumber, isCardComplete } from './card.ts';

it('a card reads as it is printed', () => {
  expect(formatNumber('42424242-4242 4242')).toBe('4242 4242 4242 4242');
  expect([formatExpiry('1'), formatExpiry('12'), formatExpiry('122'), formatExpiry('12 / 27')]).toEqual(['1', '12', '12 / 2', '12 / 27']);
});

it('is complete with a number, a real month and the code', () => {
  const card = { number: '4242 4242 4242 4242', expiry: '12 / 27', cvc: '123' };
  expect(isCardComplete(card)).toBe(true);
  for (const part of [{ number: '4242' }, { expiry: '13 / 27' }, { expiry: '12' }, { cvc: '12' }]) expect(isCardComplete({ ...card, ...part })).toBe(false);
});
