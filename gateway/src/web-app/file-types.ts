import path from 'node:path';

/** Content type by extension, and whether compressing is worthwhile. */
const types: Readonly<Record<string, readonly [type: string, compresses: boolean]>> = {
  '.js': ['text/javascript; charset=utf-8', true],
  '.mjs': ['text/javascript; charset=utf-8', true],
  '.css': ['text/css; charset=utf-8', true],
  '.html': ['text/html; charset=utf-8', true],
  '.svg': ['image/svg+xml', true],
  '.json': ['application/json; charset=utf-8', true],
  '.map': ['application/json; charset=utf-8', true],
  '.txt': ['text/plain; charset=utf-8', true],
  '.xml': ['application/xml; charset=utf-8', true],
  '.webmanifest': ['application/manifest+json', true],
  '.wasm': ['application/wasm', true],
  '.ttf': ['font/ttf', true],
  '.woff2': ['font/woff2', false],
  '.woff': ['font/woff', false],
  '.png': ['image/png', false],
  '.jpg': ['image/jpeg', false],
  '.jpeg': ['image/jpeg', false],
  '.webp': ['image/webp', false],
  '.avif': ['image/avif', false],
  '.gif': ['image/gif', false],
  '.ico': ['image/x-icon', false],
};

export const contentTypeOf = (file: string): string =>
  types[path.extname(file).toLowerCase()]?.[0] ?? 'application/octet-stream';
export const compresses = (file: string): boolean => types[path.extname(file).toLowerCase()]?.[1] ?? false;

/** Whether the file name contains a content hash (`main.880c7c44.js`), so that the file never changes. */
export const isHashed = (file: string): boolean => /\.[0-9a-f]{8,64}\.[a-z0-9]+(?:\.map)?$/i.test(file);

/** The `Cache-Control` of a frontend file. */
export const cacheControlOf = (file: string): string =>
  isHashed(file) ? 'public, max-age=31536000, immutable' : 'no-cache';
