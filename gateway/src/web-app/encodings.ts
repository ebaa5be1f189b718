import { promisify } from 'node:util';
import { PassThrough, type Transform } from 'node:stream';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Request } from 'express';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The best encoding that the client accepts. */
export function encodingFor(req: Request): Encoding {
  const accepted = req.get('accept-encoding') ?? '';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) ? 'gzip' : 'identity';
}

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Compresses in the thread pool. Use `quality` 4 for one-off responses and 9 for cached ones. */
export async function encode(bytes: Buffer, encoding: Encoding, quality: 4 | 9): Promise<Buffer> {
  if (encoding === 'br')
    return await brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
  return encoding === 'gzip' ? await gzipAsync(bytes, { level: quality === 9 ? 9 : 6 }) : bytes;
}

/** A streaming compressor; `flush` sends what was written so far. */
export function createEncoder(encoding: Encoding): Transform & { flush?: () => void } {
  if (encoding === 'br') return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return encoding === 'gzip' ? createGzip({ level: 6 }) : new PassThrough();
}
