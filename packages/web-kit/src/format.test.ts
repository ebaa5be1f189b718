import { expect, it } from '@jest/globals';
import { clockTime, dayAndMonth, formatNumber, longDate, money, shortDate, shortDateTime } from './format.ts';

it('numbers have separators of thousands', () => expect(formatNumber(1_234_567)).toBe('1,234,567'));

it('money omits zero pence', () => {
  expect([money(1200), money(1250), money(30), money(0), money(120_000)]).toEqual([
    '£12',
    '£12.50',
    '£0.30',
    '£0',
    '£1,200',
  ]);
});

it('days in UTC are the same in every time zone', () => {
  expect([longDate, dayAndMonth, shortDate].map((format) => format('2026-11-01', 'UTC'))).toEqual([
    '1 November 2026',
    '1 November',
    '1 Nov',
  ]);
});

it('times are in the time zone of the author', () => {
  const local = new Date(2026, 10, 30, 23, 59);
  expect([longDate(local), dayAndMonth(local), shortDate(local), clockTime(local), shortDateTime(local)]).toEqual([
    '30 November 2026',
    '30 November',
    '30 Nov',
    '23:59',
    '30 Nov, 23:59',
  ]);
});
