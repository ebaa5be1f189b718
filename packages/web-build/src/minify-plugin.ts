import { minify } from '@swc/core';
import { transform } from 'esbuild';
import webpack from 'webpack';

/** Minifies scripts with SWC and stylesheets with esbuild, concurrently. */
export class MinifyPlugin {
  apply(compiler: webpack.Compiler): void {
    compiler.hooks.compilation.tap('MinifyPlugin', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'MinifyPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE, additionalAssets: true },
        async (assets) => {
          const cache = compilation.getCache('MinifyPlugin');
          await Promise.all(
            Object.entries(assets).map(async ([file, source]) => {
              const etag = cache.getLazyHashedEtag(source);
              const known = await cache.getPromise<webpack.sources.RawSource | undefined>(file, etag);
              const small = known ?? (await minified(file, () => String(source.source())));
              if (small === undefined) return;
              if (known === undefined) await cache.storePromise(file, etag, small);
              compilation.updateAsset(file, small, { minimized: true });
            }),
          );
        },
      );
    });
  }
}

async function minified(file: string, read: () => string): Promise<webpack.sources.RawSource | undefined> {
  if (file.endsWith('.js')) {
    const { code } = await minify(read(), {
      compress: { ecma: 2020, passes: 2 },
      mangle: true,
      module: false,
      format: { comments: false },
    });
    return new webpack.sources.RawSource(code);
  }
  if (file.endsWith('.css'))
    return new webpack.sources.RawSource((await transform(read(), { loader: 'css', minify: true })).code);
  return undefined;
}
