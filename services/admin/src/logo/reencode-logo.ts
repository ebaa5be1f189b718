import { createHash } from 'node:crypto';
import { ProblemError } from '@inkbear/service-kit/problem';
import sharp from 'sharp';
import { type ImageKind, detectImageKind } from './image-kind.ts';

/** A logo as it is served. It is re-encoded, so that it has only the pixels of the uploaded file and no metadata. */
export interface ReencodedLogo {
  readonly kind: ImageKind;
  readonly data: Buffer;
  /** The hash of the content and `.webp`. */
  readonly filename: string;
}

/** Pixels of the longer side. The page header shows the logo at a few dozen pixels. */
const maxSidePixels = 1024;
/** An image of 25 megapixels takes 100 MB of memory while it is decoded. */
const maxPixels = 25_000_000;
const timeoutSeconds = 10;
/** Limits memory. Further uploads get 503 and can be retried. */
const maxConcurrent = 2;
let runningCount = 0;

// Only these five loaders are enabled, whatever else libvips supports.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * Re-encodes the first frame of an image as WebP, off the event loop. The type is detected from the content. Throws 415
 * for other files and decompression bombs, and 503 when too many images are being processed.
 */
export async function reencodeLogo(bytes: Buffer): Promise<ReencodedLogo> {
  const kind = detectImageKind(bytes);
  if (!kind) throw new ProblemError('admin.logo_not_image');
  if (runningCount >= maxConcurrent) throw new ProblemError('server.unavailable');
  runningCount += 1;
  try {
    const data = await toWebp(bytes);
    return { kind, data, filename: `${createHash('sha256').update(data).digest('hex')}.webp` };
  } catch (cause) {
    throw new ProblemError('admin.logo_not_image', { cause });
  } finally {
    runningCount -= 1;
  }
}

function toWebp(bytes: Buffer): Promise<Buffer> {
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated: false });
  return image
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize({ width: maxSidePixels, height: maxSidePixels, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer();
}
