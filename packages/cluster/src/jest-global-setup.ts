import { toTerminal } from '@inkbear/local/report';
import { importImages } from './images.ts';
import { imageTag, requireEnv } from './installation.ts';

/** Builds and imports the images once, before the first spec file. */
export default async function importAllImages(): Promise<void> {
  const env = requireEnv();
  if (env.CLUSTER_IMAGES === 'imported') return;
  const startedAt = Date.now();
  toTerminal('Building and importing the images…');
  const images = await importImages(env, imageTag, toTerminal);
  const largest = Math.max(...images.map(({ bytes }) => bytes));
  toTerminal(
    `${images.length} images, the largest ${Math.round(largest / 1e6)} MB, in ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
}
