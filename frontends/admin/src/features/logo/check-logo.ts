import { logoMaxBytes } from '@inkbear/contracts/admin/logo';

/** The reason why the page that checks files refuses this one; null when it may be uploaded. */
export function checkLogo({ type, size }: Pick<File, 'type' | 'size'>): { title: string; description: string } | null {
  if (!type.startsWith('image/')) return { title: 'Invalid file type', description: 'Please select an image file.' };
  if (size > logoMaxBytes) return { title: 'File too large', description: 'Please select an image smaller than 5MB.' };
  return null;
}

/** A number of bytes as KB or MB. */
export const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(2)} MB`;
