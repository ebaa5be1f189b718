import { toTerminal } from '@inkbear/local/report';
import { appImages, buildAppImages, buildServerImages, importWith, repository } from './images.ts';
import { imageTag, requireEnv } from './installation.ts';

/** Builds and imports the images once, before the first spec file. */
export default async function importAllImages(): Promise<void> {
  const env = requireEnv();
  if (env.CLUSTER_IMAGES === 'imported') return;
  const startedAt = Date.now();
  toTerminal('Building and importing the images…');
  const options = { deliver: importWith(env.CLUSTER_IMPORT), report: toTerminal };
  const sizes = await buildAppImages(appImages, { repository, tag: imageTag, ...options });
  await buildServerImages(options);
  toTerminal(
    `${sizes.length} images, the largest ${Math.round(Math.max(...sizes) / 1e6)} MB, in ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
}
