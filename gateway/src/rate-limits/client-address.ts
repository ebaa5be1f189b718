/** Converts IPv4-mapped addresses to IPv4 and removes the IPv6 zone, which names a local interface. */
const plainAddress = (address: string): string => (address.split('%', 1)[0] ?? '').replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * The client address, followed by the addresses of our own proxies. Only the last `trustedHops` entries of
 * `X-Forwarded-For` are trusted; the client may have forged the others.
 */
export function clientChain(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedHops: number,
): string[] {
  const entries =
    trustedHops === 0
      ? []
      : (forwardedFor ?? '')
          .split(',')
          .map((entry) => entry.trim())
          .filter(Boolean);
  return [...entries.slice(-trustedHops), socketAddress ?? 'unknown'].slice(-(trustedHops + 1)).map(plainAddress);
}
