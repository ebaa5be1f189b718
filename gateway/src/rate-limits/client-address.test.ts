import { describe, expect, it } from '@jest/globals';
import { rateLimitAddress } from '@inkbear/service-kit/client-address';
import { clientChain } from './client-address.ts';

describe('clientChain', () => {
  it('uses the socket address and ignores the header without trusted proxies', () => {
    expect(clientChain('::ffff:192.0.2.1', '6.6.6.6, 7.7.7.7', 0)).toEqual(['192.0.2.1']);
  });

  it('trusts only the entries of our own proxies', () => {
    expect(clientChain('10.0.0.1', '6.6.6.6, 192.0.2.1', 1)).toEqual(['192.0.2.1', '10.0.0.1']);
    expect(clientChain('10.0.0.1', '6.6.6.6, 192.0.2.1, 10.0.0.2', 2)).toEqual(['192.0.2.1', '10.0.0.2', '10.0.0.1']);
    expect(clientChain('10.0.0.1', undefined, 2)).toEqual(['10.0.0.1']);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s is counted as %s', (address, counted) => {
    expect(rateLimitAddress(address)).toBe(counted);
  });
});
