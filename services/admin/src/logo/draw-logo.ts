import { createHash } from 'node:crypto';
import { ProblemError } from '@inkbear/service-kit/problem';
import sharp from 'sharp';
import { type PictureKind, pictureKindOf } from './picture-kind.ts';

/** A logo as it is served: drawn anew, so that nothing of the sender's file is in it but its picture. */
export interface DrawnLogo {
  readonly kind: PictureKind;
  readonly data: Buffer;
  /** The hash of the content and `.webp`. */
  readonly filename: string;
}

/** Pixels on the longer side; a header shows a few dozen. */
const longestSide = 1024;
/** 25 megapixels: 100 MB while a picture is being read. */
const mostPixels = 25_000_000;
const drawSeconds = 10;
/** A picture takes memory while it is drawn, so only so many at a time; whoever comes then may come again. */
const mostAtOnce = 2;
let drawing = 0;

// Only readers of these five kinds, whatever libvips could read beside them.
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

/** Reads a picture by its content and draws its first frame as WebP, off the event loop. Throws 415 for what is none and for decompression bombs, 503 while enough are being drawn. */
export async function drawLogo(bytes: Buffer): Promise<DrawnLogo> {
  const kind = pictureKindOf(bytes);
  if (!kind) throw new ProblemError('admin.logo_not_image');
  if (drawing >= mostAtOnce) throw new ProblemError('server.unavailable');
  drawing += 1;
  try {
    const data = await toWebp(bytes);
    return { kind, data, filename: `${createHash('sha256').update(data).digest('hex')}.webp` };
  } catch (cause) {
    throw new ProblemError('admin.logo_not_image', { cause });
  } finally {
    drawing -= 1;
  }
}

function toWebp(bytes: Buffer): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false });
  return picture
    .timeout({ seconds: drawSeconds })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer();
}
