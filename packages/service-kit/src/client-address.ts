import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv6 } from 'node:net';

/** The rate-limit key of an address: the IPv4 address itself, or the /64 prefix that one IPv6 customer has. */
export function rateLimitAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const leading = head.split(':').filter(Boolean);
  const trailing = (tail ?? '').split(':').filter(Boolean);
  const embeddedIpv4Groups = trailing.at(-1)?.includes('.') ? 1 : 0;
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - leading.length - trailing.length - embeddedIpv4Groups);
  const groups = [...leading, ...Array<string>(zeros).fill('0'), ...trailing];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/**
 * The owner (see `JobOptions`) of the jobs of a request without a session: its client address, as rate limits count it.
 *
 * The gateway drops a client's `X-Forwarded-For` and writes its own from the proxies that it trusts, client first. So
 * the client cannot choose the first entry, provided that the gateway's `TRUST_PROXY_HOPS` is right. A call that
 * bypasses the gateway has no such header; its jobs belong to the account.
 */
export function jobOwnerOf(headers: IncomingHttpHeaders, account: string): string {
  const [address = ''] = String(headers['x-forwarded-for'] ?? '').split(',', 1);
  const client = address.trim();
  return isIP(client) === 0 ? `account:${account}` : `address:${rateLimitAddress(client)}`;
}
