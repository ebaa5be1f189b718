import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv6 } from 'node:net';

/** What is counted: an IPv4 address, or the /64 that one IPv6 customer has. */
export function rateLimitAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const width = right.at(-1)?.includes('.') ? 1 : 0;
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length - width);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/**
 * The share of a request without a session in a bounded queue: its client address, as rates count it.
 *
 * The gateway drops every `X-Forwarded-For` of a client and writes its own, client first, from the proxies that it
 * trusts. So the first entry is an address that the client cannot choose, as far as the gateway's `TRUST_PROXY_HOPS` is
 * right. A call that does not come through the gateway has no such header and takes the share of its account.
 */
export function clientShare(headers: IncomingHttpHeaders, account: string): string {
  const [address = ''] = String(headers['x-forwarded-for'] ?? '').split(',', 1);
  const client = address.trim();
  return isIP(client) === 0 ? `account:${account}` : `address:${rateLimitAddress(client)}`;
}
