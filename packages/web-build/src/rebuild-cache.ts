import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Configuration } from 'webpack';
import { type Frontend, root } from './frontends.ts';

/**
 * Inputs of the build that webpack does not track: this package, the design tokens that a loader writes into a
 * stylesheet, and all versions.
 */
const untrackedInputs = ['packages/{web-build,ui-kit}/src/**/*.{ts,cjs,js}', 'package-lock.json'];

/**
 * Configures webpack's cache, so that a build after one edit does not build everything again. The first build
 * writes no cache: that takes time, and a machine that builds only once would never read it. The second build writes
 * the cache, and the third one reads it.
 */
export function rebuildCache(frontends: readonly Frontend[]): (config: Configuration) => Configuration {
  const isRebuild = frontends.every(({ folder }) => existsSync(path.join(folder, 'dist/assets.json')));
  if (!isRebuild) return (config) => config;
  const hash = createHash('sha256').update(process.version);
  for (const file of globSync(untrackedInputs, { cwd: root }).sort())
    hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  const version = hash.digest('hex');
  return (config) => ({
    ...config,
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(root, 'node_modules/.cache/inkbear/web-build'),
      name: (config.name ?? '').replaceAll(/\W+/g, '-'),
      version,
      maxAge: 7 * 24 * 60 * 60 * 1000,
    },
  });
}
