import { minify } from '@swc/core';
import { transform } from 'esbuild';
import webpack from 'webpack';

/** Makes scripts small with SWC and stylesheets with esbuild, all at the same time. */
export class MinifyPlugin {
  apply(compiler: webpack.Compiler): void {
    compiler.hooks.compilation.tap('MinifyPlugin', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'MinifyPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE, additionalAssets: true },
        async (assets) => {
          await Promise.all(Object.keys(assets).map(async (file) => {
            const small = await minified(file, () => String(compilation.getAsset(file)?.source.source()));
            if (small !== undefined) compilation.updateAsset(file, new webpack.sources.RawSource(small), { minimized: true });
          }));
        },
      );
    });
  }
}

async function minified(file: string, read: () => string): Promise<string | undefined> {
  if (file.endsWith('.js')) {
    const { code } = await minify(read(), { compress: { ecma: 2020, passes: 2 }, mangle: true, module: false, format: { comments: false } });
    return code;
  }
  if (file.endsWith('.css')) return (await transform(read(), { loader: 'css', minify: true })).code;
  return undefined;
}
