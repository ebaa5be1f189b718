import { findK6 } from '@inkbear/local/find-k6';
import { toTerminal } from '@inkbear/local/report';
import { appImages, buildAppImages, buildServerImages, importWith, repository } from './images.ts';
import { imageTag, requireEnv } from './installation.ts';

/**
 * Once before the first spec file: compiles k6 if there is none, which may take longer than a spec waits, and builds and
 * imports the images.
 */
export default async function prepareRun(): Promise<void> {
  const env = requireEnv();
  await findK6(process.env, toTerminal);
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
