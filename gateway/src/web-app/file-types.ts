import mime from 'mime-types';
import path from 'node:path';

/** Formats that are compressed already. Compressing them again would save nothing. */
const compressedTypes = /^(?:image\/(?!svg)|font\/woff)/;

export const contentTypeOf = (file: string): string =>
  mime.contentType(path.extname(file)) || 'application/octet-stream';

/** Whether compression makes the file smaller. */
export function isCompressible(file: string): boolean {
  const type = mime.lookup(file);
  return type !== false && !compressedTypes.test(type);
}

/** Whether the file name contains a content hash (`main.880c7c44.js`), so that the file never changes. */
export const isHashed = (file: string): boolean => /\.[0-9a-f]{8,64}\.[a-z0-9]+(?:\.map)?$/i.test(file);

/** The `Cache-Control` of a frontend file. */
export const cacheControlOf = (file: string): string =>
  isHashed(file) ? 'public, max-age=31536000, immutable' : 'no-cache';
