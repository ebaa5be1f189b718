import { coverLimits } from '@inkbear/contracts/export/cover';
import sharp from 'sharp';

/** An upload form with a front cover of this size, in pixels. */
export async function coverForm({
  width = coverLimits.minWidth,
  height = coverLimits.minHeight,
}: { width?: number; height?: number } = {}): Promise<FormData> {
  const image = sharp({ create: { width, height, channels: 3, background: '#335577' } });
  const form = new FormData();
  form.set('cover', new File([new Uint8Array(await image.png().toBuffer())], 'cover.png'));
  return form;
}
