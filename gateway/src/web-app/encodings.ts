import { promisify } from 'node:util';
import { PassThrough, type Transform } from 'node:stream';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Request } from 'express';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The best that the browser reads. */
export function encodingFor(req: Request): Encoding {
  const accepted = req.get('accept-encoding') ?? '';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) ? 'gzip' : 'identity';
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Off the event loop's thread. `quality` 4 suits what is sent once, 9 what is kept. */
export async function encode(bytes: Buffer, encoding: Encoding, quality: 4 | 9): Promise<Buffer> {
  if (encoding === 'br')
    return await brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
  return encoding === 'gzip' ? await zip(bytes, { level: quality === 9 ? 9 : 6 }) : bytes;
}

/** For what leaves in pieces; `flush` sends on what was written so far. */
export function encoder(encoding: Encoding): Transform & { flush?: () => void } {
  if (encoding === 'br') return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return encoding === 'gzip' ? createGzip({ level: 6 }) : new PassThrough();
}
