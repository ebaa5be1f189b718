import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Configuration } from 'webpack';
import { type Frontend, root } from './frontends.ts';

/**
 * What webpack cannot see that its answers depend on: this build, the tokens that a loader writes into a stylesheet,
 * and the versions of everything.
 */
const tools = ['packages/{web-build,ui-kit}/src/**/*.{ts,cjs,js}', 'package-lock.json'];

/**
 * Where webpack keeps its work for the next build, so that one edit does not build everything anew. A first build keeps
 * nothing, because writing takes time that a machine which builds once never gets back; so the second build fills the
 * cache and the third one gains.
 */
export function rebuildCache(frontends: readonly Frontend[]): (config: Configuration) => Configuration {
  const isRebuild = frontends.every(({ folder }) => existsSync(path.join(folder, 'dist/assets.json')));
  if (!isRebuild) return (config) => config;
  const hash = createHash('sha256').update(process.version);
  for (const file of globSync(tools, { cwd: root }).sort())
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
