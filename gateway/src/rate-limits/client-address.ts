/** `::ffff:192.0.2.1` is IPv4, and a zone names an interface of ours, not a client. */
const plainAddress = (address: string): string => (address.split('%', 1)[0] ?? '').replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * The client and the proxies of ours that it came through, client first. Only as many entries of `X-Forwarded-For` are
 * believed as we run proxies; everything further left may be the client's invention.
 */
export function clientChain(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedHops: number,
): string[] {
  const said =
    trustedHops === 0
      ? []
      : (forwardedFor ?? '')
          .split(',')
          .map((entry) => entry.trim())
          .filter(Boolean);
  return [...said.slice(-trustedHops), socketAddress ?? 'unknown'].slice(-(trustedHops + 1)).map(plainAddress);
}
