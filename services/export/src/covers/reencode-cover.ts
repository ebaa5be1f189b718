import { coverLimits } from '@inkbear/contracts/export/cover';
import { ProblemError } from '@inkbear/service-kit/problem';
import sharp from 'sharp';

/** A cover as it is stored. It is re-encoded, so that it has only the pixels of the uploaded file and no metadata. */
export interface ReencodedCover {
  readonly data: Uint8Array;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** Enough for a cover of 10,000 × 6,250 pixels; `imageProcessMb` says how much memory it needs. */
const maxPixels = 64_000_000;
const timeoutSeconds = 20;
/** Pixels an inch. */
const guideDensity = 300;

// Only these loaders are enabled, whatever else libvips supports; that of SVG only for the guides that we draw.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadSvgBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * Re-encodes a JPEG or PNG as JPEG. The type is detected from the content. Throws 415 for other files, and 400 and 413
 * for images that are too small or too large.
 */
export async function reencodeCover(bytes: Uint8Array): Promise<ReencodedCover> {
  if (!isJpegOrPng(bytes)) throw new ProblemError('export.cover_not_image');
  try {
    await requireSize(bytes);
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' });
    const { data, info } = await image
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: 92, mozjpeg: false })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (cause) {
    throw cause instanceof ProblemError ? cause : new ProblemError('export.cover_not_image', { cause });
  }
}

const signatures = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
];
const isJpegOrPng = (bytes: Uint8Array): boolean =>
  signatures.some((signature) => signature.every((byte, index) => bytes[index] === byte));

/**
 * Draws a guide with 300 pixels an inch. Its size in inches is removed, because librsvg and sharp would both apply the
 * density to it; it then has the size of its view box, in points.
 */
export function renderGuide(svg: Uint8Array): Promise<Buffer> {
  const inPoints = Buffer.from(new TextDecoder().decode(svg).replace(/ width="[\d.]+in" height="[\d.]+in"/, ''));
  return sharp(inPoints, { density: guideDensity, limitInputPixels: maxPixels })
    .timeout({ seconds: timeoutSeconds })
    .png()
    .toBuffer();
}

/** Reads only the header of the image. */
async function requireSize(bytes: Uint8Array): Promise<void> {
  const {
    autoOrient: { width, height },
  } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width < coverLimits.minWidth || height < coverLimits.minHeight) throw new ProblemError('export.cover_too_small');
  if (width > coverLimits.maxSide || height > coverLimits.maxSide || width * height > maxPixels)
    throw new ProblemError('export.cover_too_large');
}
