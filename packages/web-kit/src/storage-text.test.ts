import { expect, it } from '@jest/globals';
import { quotas } from '@inkbear/contracts/plans';
import { formatBytes, isNearlyFull, usageText } from './storage-text.ts';

const megabyte = 1024 * 1024;

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [megabyte - 1, '1 MB'],
  [12.4 * megabyte, '12.4 MB'],
  [123.4 * megabyte, '123 MB'],
  [quotas.books.free, '200 MB'],
  [quotas.books.pro, '2 GB'],
  [5000 * 1024 * megabyte, '5,000 GB'],
])('formatBytes shows %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('usageText shows used and allowed bytes, and isNearlyFull starts at 90 %', () => {
  const usage = { used: 12.4 * megabyte, allowed: 200 * megabyte, deleted: 0 };
  expect(usageText(usage)).toBe('12.4 MB of 200 MB');
  expect([0, 179, 180, 200, 250].map((used) => isNearlyFull({ ...usage, used: used * megabyte }))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
