export type Version = readonly [major: number, minor: number, patch: number];

/** The first `1.2.3` in a text such as `nats-server: v2.15.1` or `db version v6.0.5`. */
export function findVersion(text: string): Version | undefined {
  const match = /(?<!\d)(\d+)\.(\d+)\.(\d+)/.exec(text);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

export function isAtLeast(version: Version, minimum: Version): boolean {
  const difference = version[0] - minimum[0] || version[1] - minimum[1] || version[2] - minimum[2];
  return difference >= 0;
}

export const formatVersion = (version: Version): string => version.join('.');
