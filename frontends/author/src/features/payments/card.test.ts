import { expect, it } from '@jest/globals';
import { firstIncomplete, formatExpiry, formatNumber } from './card.ts';

it('formats card number and expiry', () => {
  expect(formatNumber('42424242-4242 4242')).toBe('4242 4242 4242 4242');
  expect([formatExpiry('1'), formatExpiry('12'), formatExpiry('122'), formatExpiry('12 / 27')]).toEqual([
    '1',
    '12',
    '12 / 2',
    '12 / 27',
  ]);
});

it('finds the first missing field', () => {
  const card = { number: '4242 4242 4242 4242', expiry: '12 / 27', cvc: '123' };
  expect(firstIncomplete(card)).toBeNull();
  expect(
    [{ number: '4242', cvc: '' }, { expiry: '13 / 27' }, { expiry: '12' }, { cvc: '12' }].map((part) =>
      firstIncomplete({ ...card, ...part }),
    ),
  ).toEqual(['number', 'expiry', 'expiry', 'cvc']);
});
