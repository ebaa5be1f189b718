import { logoMaxBytes } from '@inkbear/contracts/admin/logo';

/** The reason why `/logo-upload` refuses this file; null when it may be uploaded. */
export function checkLogo({ type, size }: Pick<File, 'type' | 'size'>): { title: string; description: string } | null {
  if (!type.startsWith('image/')) return { title: 'Invalid file type', description: 'Please select an image file.' };
  if (size > logoMaxBytes) return { title: 'File too large', description: 'Please select an image smaller than 5MB.' };
  return null;
}
