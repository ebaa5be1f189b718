// Builds every frontend in one process: `node packages/web-build/src/build.ts [name …]`.
import path from 'node:path';
import webpack from 'webpack';
import { listFrontends, root } from './frontends.ts';
import { prerender, prerenderConfigs } from './prerender.ts';
import { rebuildCache } from './rebuild-cache.ts';
import { webpackConfig } from './webpack-config.ts';

// In a frontend's own folder (`npm run build` there) only that one is built.
const currentFolder = path.relative(path.join(root, 'frontends'), process.cwd());
const ownFrontend =
  currentFolder !== '' && !currentFolder.startsWith('..') && !path.isAbsolute(currentFolder)
    ? [currentFolder.split(path.sep)[0] ?? '']
    : [];
const requested = process.argv.slice(2);
const frontends = listFrontends(requested.length > 0 ? requested : ownFrontend);
const started = performance.now();

const shell = frontends.find(({ role }) => role === 'shell');
const prerendered = shell ? prerenderConfigs(listFrontends()) : [];
const compiler = webpack(
  [...frontends.map((frontend) => webpackConfig(frontend, 'production')), ...prerendered].map(rebuildCache(frontends)),
);

compiler?.run(async (error, stats) => {
  if (error) throw error;
  if (stats?.hasErrors() === true || stats?.hasWarnings() === true)
    console.error(stats.toString({ preset: 'errors-warnings', colors: process.stdout.isTTY === true }));
  if (stats?.hasErrors() === true) process.exit(1);
  const pages = shell ? await prerender(listFrontends()) : 0;
  const names = frontends.map(({ name }) => name).join(', ');
  const alsoPrerendered = pages > 0 ? ` and prerendered ${pages} pages` : '';
  console.log(`built ${names}${alsoPrerendered} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  // Closing the compiler writes the cache.
  compiler.close((failure) => {
    if (failure) throw failure;
  });
});
