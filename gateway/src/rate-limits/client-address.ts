import { isIPv6 } from 'node:net';

/** `::ffff:192.0.2.1` is IPv4, and a zone names an interface of ours, not a client. */
export const plainAddress = (address: string): string => (address.split('%', 1)[0] ?? '').replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * The client and the proxies of ours that it came through, client first. Only as many entries of `X-Forwarded-For` are
 * believed as we run proxies; everything further left may be the client's invention.
 */
export function clientChain(socketAddress: string | undefined, forwardedFor: string | undefined, trustedHops: number): string[] {
  const said = trustedHops === 0 ? [] : (forwardedFor ?? '').split(',').map((entry) => entry.trim()).filter(Boolean);
  return [...said.slice(-trustedHops), socketAddress ?? 'unknown'].slice(-(trustedHops + 1)).map(plainAddress);
}

/** What is counted: an IPv4 address, or the /64 that one IPv6 customer has. */
export function rateAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const width = right.at(-1)?.includes('.') ? 1 : 0;
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length - width);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return `${groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
