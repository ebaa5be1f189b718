import { describe, expect, it } from '@jest/globals';
import { jobOwnerOf } from './client-address.ts';

describe('jobOwnerOf', () => {
  it.each([
    ['192.0.2.1', 'address:192.0.2.1'],
    ['192.0.2.1, 10.0.0.2', 'address:192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', 'address:2001:db8:1:2::/64'],
    ['unknown', 'account:a@example.com'],
    ['x'.repeat(10_000), 'account:a@example.com'],
    [undefined, 'account:a@example.com'],
  ])('of a call forwarded for %s is %s', (forwarded, owner) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect(jobOwnerOf(headers, 'a@example.com')).toBe(owner);
  });
});
