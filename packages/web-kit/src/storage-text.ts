import type { StorageUsage } from '@inkbear/contracts/storage';

const units = ['bytes', 'KB', 'MB', 'GB'] as const;
/** From this fraction of a quota on, authors see how to free storage. */
const nearlyFullShare = 0.9;

/** `0 bytes`, `12.4 MB`, `200 MB`, `2 GB`: units of 1,024, as the quotas are set. */
export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  // Values from 1,023.95 would be rounded to 1,024 of the smaller unit.
  while (value >= 1023.95 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
  const number = value.toLocaleString('en-GB', { maximumFractionDigits: value < 100 ? 1 : 0 });
  return `${number} ${bytes === 1 ? 'byte' : units[unit]}`;
}

/** `12.4 MB of 200 MB`. */
export const usageText = ({ used, allowed }: StorageUsage): string => `${formatBytes(used)} of ${formatBytes(allowed)}`;

/** True from 90 % of the quota. */
export const isNearlyFull = ({ used, allowed }: StorageUsage): boolean => used >= allowed * nearlyFullShare;
